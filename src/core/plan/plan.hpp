#pragma once

#include "core/releases/object_difference.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::plan {

/// A field that would change.
struct planned_field {
  releases::field_difference field; ///< without secrets: two equal sides are a changed secret
  bool differs_each_time = false;   ///< two plays of the same platform give different values
  std::string set_by{};             ///< of a value: the commit that has set it; empty: files or the ConfigMap

  friend bool operator==(const planned_field&, const planned_field&) = default;
};

/// The fate of an object.
enum class object_fate { created, changed, deleted };

/// An object that would change.
struct planned_object {
  std::string object; ///< `NAMESPACE/KIND/NAME`, without namespace `KIND/NAME`
  object_fate fate = object_fate::changed;
  /// Users' data goes with the object, like all objects in a Namespace.
  bool takes_data_along = false;
  std::vector<planned_field> fields{}; ///< of a changed object

  friend bool operator==(const planned_object&, const planned_object&) = default;
};

/// The fate of a release.
enum class release_fate { installed, upgraded, uninstalled };

/// A release that would get a revision, lose its revisions, or whose objects would change.
struct planned_release {
  std::string name;
  release_fate fate = release_fate::upgraded;
  std::uint32_t revision_before = 0; ///< 0: there is none
  std::uint32_t revision_after = 0;  ///< equal to the former: Helm does not run
  std::string status{};              ///< after the play, if it is not `deployed`
  std::vector<planned_field> values{};
  std::vector<planned_object> objects{};

  friend bool operator==(const planned_release&, const planned_release&) = default;
};

enum class module_fate { on, off };

/// A module that would be switched on or off.
struct planned_module {
  std::string name;
  module_fate fate = module_fate::on;
  std::string reason{}; ///< for people; may be empty

  friend bool operator==(const planned_module&, const planned_module&) = default;
};

/// Whether a program runs with the former platform, too.
enum class run_fate {
  runs,   ///< with both platforms, or the former platform is not known
  begins, ///< with the new platform only
  ends,   ///< with the former platform only
};

/// A program that would run.
struct planned_run {
  std::string what; ///< `web hooks/a.sh for onStartup`
  std::size_t times = 1;
  run_fate fate = run_fate::runs;

  friend bool operator==(const planned_run&, const planned_run&) = default;
};

/// The difference between a cluster and the same cluster after a play of a platform.
struct plan {
  std::vector<planned_release> uninstalled{};
  std::vector<planned_module> modules{};
  std::vector<planned_object> definitions{}; ///< CustomResourceDefinitions, of releases and others
  std::vector<planned_release> releases{};   ///< installed and upgraded
  std::vector<planned_object> objects{};     ///< of no release: hooks or the operator write them
  std::vector<planned_run> runs{};           ///< in the order of their first run; ended runs last
  std::vector<std::string> rights{};         ///< that the former platform does not need, a line each
  std::vector<std::string> stopped{};        ///< reasons why the platform does not come to rest
  std::vector<std::string> unknown{};        ///< parts of the cluster that could not be read
};

/// True if something in the cluster would change.
[[nodiscard]] bool has_changes(const plan& x);
/// True if the play came to rest and all parts of the cluster could be read.
[[nodiscard]] bool is_complete(const plan& x);

} // namespace core::plan
