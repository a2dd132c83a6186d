#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "core/releases/revision_contents.hpp"
#include "core/values/value_source.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// An upgrade that removes objects, with everything that may differ from the revision that has these objects.
struct removing_upgrade {
  release last;                              ///< that has the objects
  std::vector<manifest_object> objects;      ///< that go
  std::optional<revision_contents> before{}; ///< nullopt: the record cannot be read
  revision_contents now{};
  std::set<std::string> templates{};            ///< of the revision, that its objects came from
  std::vector<std::string> files{};             ///< of the chart on disk
  std::vector<std::string> cluster_questions{}; ///< `FILE: FUNCTION` of templates that may ask the cluster
  std::set<std::string> groups{};               ///< that the chart asks `.Capabilities` for
  /// `apps/v1`, `apps/v1/Deployment`; nullopt: the API server was not asked.
  std::optional<std::vector<std::string>> served{};
  std::optional<values::value_standing> standing{}; ///< nullopt: the sources of the values are not known
  /// Another directory of modules, which the module of the revision was in; nullopt: the same, or not known.
  std::optional<std::string> modules_directory_before{};
  std::string section{};        ///< key of the module's values
  std::string namespace_name{}; ///< of the release
  std::string written{};        ///< see `written_digest`; empty: not known
  /// How long the objects stay if no user has written the difference, for people: `10s`; empty: they go at
  /// once.
  std::string grace{};
};

/// True if a user has written a difference from that revision: the chart without its hooks, its values.yaml,
/// or values in the ConfigMap or in files. False: values of hooks differ, answers of the cluster, or nothing
/// that is known.
[[nodiscard]] bool is_removal_written(const removing_upgrade& x);

/// The differences from that revision, for people: files of the chart, values with the hooks and sections
/// that had set them, modules that are off, kinds that are not served. Never empty: without a difference it
/// says so. Names places, and no content.
[[nodiscard]] std::string removal_grounds(const removing_upgrade& x);

/// The way back, for people.
[[nodiscard]] std::string hint_of(const removing_upgrade& x);

/// A line for pages: the objects, the grounds, and the way back.
[[nodiscard]] std::string describe(const removing_upgrade& x);

} // namespace core::releases
