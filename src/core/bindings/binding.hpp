#pragma once

#include "core/bindings/selector.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::bindings {

/// The moments of the lifecycle at which hooks run, in the order in which they come.
enum class lifecycle_point {
  on_startup,
  before_all,
  after_all,
  before_helm,
  after_helm,
  before_delete_helm,
  after_delete_helm,
};

/// The name as hooks see it, for example `beforeHelm`.
[[nodiscard]] const char* name(lifecycle_point point) noexcept;

/// Runs the hook at a moment of the lifecycle; among the hooks of that moment, smaller orders run first.
struct lifecycle_binding {
  lifecycle_point point = lifecycle_point::on_startup;
  std::int64_t order = 0;
};

/// Runs the hook at times.
struct schedule_binding {
  std::string name = "schedule";
  std::string crontab; ///< parses by `parse_crontab`
  std::string queue = "main";
  std::string group;                       ///< empty: no group
  std::vector<std::string> snapshots_from; ///< effective: the hook's own list, then the bindings of the group
  bool allow_failure = false;
};

/// The change of an object.
enum class watch_event { added, modified, deleted };

/// The name as v1 hooks see it, for example `Added`.
[[nodiscard]] const char* name(watch_event event) noexcept;

/// Restricts a binding to namespaces. Both parts must hold if both are given.
struct namespace_selector {
  std::vector<std::string> names; ///< empty: all
  std::optional<label_selector> labels;
};

/// Runs the hook when objects of a kind change.
struct kubernetes_binding {
  std::string name = "kubernetes";
  std::string api_version;               ///< empty: the preferred version that has the kind
  std::string kind;                      ///< kind, plural or short name, in any case
  std::vector<std::string> object_names; ///< empty: all
  namespace_selector namespaces;
  label_selector labels;
  field_selector fields;
  std::string jq_filter; ///< empty: no filter

  bool on_added = true;
  bool on_modified = true;
  bool on_deleted = true;
  /// False: the Synchronization only releases events and does not run the hook. Always so for v0.
  bool on_synchronization = true;
  /// Effective: false only for bindings in queues other than `main`.
  bool wait_for_synchronization = true;
  /// False: only filter results are kept in memory and shown to the hook.
  bool keep_full_objects = true;
  bool allow_failure = false;

  std::string queue = "main";
  std::string group;                       ///< empty: no group
  std::vector<std::string> snapshots_from; ///< effective, see `schedule_binding`

  /// True if the hook wants to run on events of that type.
  [[nodiscard]] bool wants(watch_event event) const noexcept {
    switch (event) {
      case watch_event::added: return on_added;
      case watch_event::modified: return on_modified;
      case watch_event::deleted: return on_deleted;
    }
    return false;
  }
  /// True if its hook's owner wants to know of events of that type: the end of an object makes events of it
  /// outdated that still wait, also if the hook does not want to see it.
  [[nodiscard]] bool takes(watch_event event) const noexcept {
    return wants(event) || (event == watch_event::deleted && (on_added || on_modified));
  }
};

/// The maximal rate of a hook's runs: a token bucket that holds `burst` runs and gains a run every
/// `min_interval`.
struct rate_limit {
  std::chrono::nanoseconds min_interval{0};
  std::int64_t burst = 1;
};

/// The settings of a hook besides its bindings.
struct hook_settings {
  std::optional<std::chrono::nanoseconds> timeout; ///< overrides the operator's option
  std::optional<rate_limit> rate;
};

/// The format of configuration and binding contexts that a hook has chosen.
enum class hook_version { v0, v1 };

/// A hook with its bindings and settings. Names of bindings need not be unique; a `binding_id` is.
struct hook_definition {
  std::string name; ///< as `hook_file::name`
  std::string path; ///< of the file to run
  /// The arguments of the file: empty, or, for a hook of a program with several hooks, `hook run 0`.
  std::vector<std::string> arguments;
  hook_version version = hook_version::v1;
  hook_settings settings;
  std::vector<lifecycle_binding> lifecycle; ///< at most one for each point of the lifecycle
  std::vector<schedule_binding> schedules;
  std::vector<kubernetes_binding> kubernetes;
  /// Parts of the configuration that its author has probably not intended, for the log: it has no bindings, a
  /// key is repeated.
  std::vector<std::string> remarks = {};
};

/// The occasions of a hook's runs, for people: `onStartup, schedule '0 3 * * *', events of Pod`; empty:
/// never.
[[nodiscard]] std::string occasions_of(const hook_definition& x);

/// Names a kubernetes binding of an owner: the hook and the position in `hook_definition::kubernetes`.
struct binding_id {
  std::string hook;
  std::size_t index = 0;

  friend auto operator<=>(const binding_id&, const binding_id&) = default;
};

} // namespace core::bindings
