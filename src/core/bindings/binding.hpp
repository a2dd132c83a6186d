#pragma once

#include "core/bindings/selector.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::bindings {

/// The points of the lifecycle at which hooks run: first the points of global hooks, then the points of
/// modules. Both have `on_startup`. (In time, `after_all` follows the runs of modules.)
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

/// Runs the hook at a point of the lifecycle. Hooks with a smaller order run first.
struct lifecycle_binding {
  lifecycle_point point = lifecycle_point::on_startup;
  std::int64_t order = 0;
};

/// Runs the hook on a schedule.
struct schedule_binding {
  std::string name = "schedule";
  std::string crontab; ///< valid for `parse_crontab`
  std::string queue = "main";
  std::string group;                       ///< empty: no group
  std::vector<std::string> snapshots_from; ///< the binding's own list, then the bindings of its group
  bool allow_failure = false;
};

/// The change of an object.
enum class watch_event { added, modified, deleted };

/// The name as v1 hooks see it, for example `Added`.
[[nodiscard]] const char* name(watch_event event) noexcept;

/// Restricts a binding to namespaces. If both members are given, a namespace must satisfy both.
struct namespace_selector {
  std::vector<std::string> names; ///< empty: all
  std::optional<label_selector> labels;
};

/// Reduces the text of an object to the part whose changes count. For watches of the operator itself, in
/// place of a jq filter.
/// @param managed_fields the part of the text with `metadata.managedFields`; empty: it has no such part
using object_reduction = std::string (*)(std::string_view object, std::string_view managed_fields);

/// Runs the hook when objects of a kind change.
struct kubernetes_binding {
  std::string name = "kubernetes";
  std::string api_version;               ///< empty: the preferred version that has the kind
  std::string kind;                      ///< kind, plural or short name, in any case
  std::vector<std::string> object_names; ///< empty: all
  namespace_selector namespaces;
  label_selector labels;
  field_selector fields;
  std::string jq_filter;                ///< empty: no filter
  object_reduction reduction = nullptr; ///< null for bindings of hooks

  bool on_added = true;
  bool on_modified = true;
  bool on_deleted = true;
  /// False: the Synchronization does not run the hook and only releases its events. Always false for v0.
  bool on_synchronization = true;
  /// Always true for queue `main`, because later tasks of the queue wait for the Synchronization anyway.
  bool wait_for_synchronization = true;
  /// False: only filter results are kept in memory and shown to the hook.
  bool keep_full_objects = true;
  bool allow_failure = false;

  std::string queue = "main";
  std::string group;                       ///< empty: no group
  std::vector<std::string> snapshots_from; ///< see `schedule_binding`

  [[nodiscard]] bool has_filter() const noexcept { return reduction != nullptr || !jq_filter.empty(); }
  /// True if the results of both filters are the same.
  [[nodiscard]] bool has_filter_of(const kubernetes_binding& x) const noexcept {
    return jq_filter == x.jq_filter && reduction == x.reduction;
  }
  /// True if the hook wants to run for this type of event.
  [[nodiscard]] bool wants(watch_event event) const noexcept {
    switch (event) {
      case watch_event::added: return on_added;
      case watch_event::modified: return on_modified;
      case watch_event::deleted: return on_deleted;
    }
    return false;
  }
  /// True if the owner of the hook needs this type of event. It needs each deletion, even if the hook does
  /// not want it, because a deletion makes waiting events of the object outdated.
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

struct webhook_binding; // webhook_binding.hpp
using webhook_ptr = std::shared_ptr<const webhook_binding>;
struct conversion_binding; // conversion_binding.hpp
using conversion_ptr = std::shared_ptr<const conversion_binding>;

/// The version of a hook's configuration, which also decides the form of its binding contexts.
enum class hook_version { v0, v1 };

/// A hook with its bindings and settings. Names of bindings need not be unique; `binding_id` identifies a
/// binding.
struct hook_definition {
  std::string name; ///< see `hook_file::name`
  std::string path; ///< path of the file to run
  /// The arguments of the file: empty, or, for a hook of a program with several hooks, `hook run 0` or `hook
  /// ready`.
  std::vector<std::string> arguments;
  hook_version version = hook_version::v1;
  hook_settings settings;
  std::vector<lifecycle_binding> lifecycle; ///< at most one for each point of the lifecycle
  std::vector<schedule_binding> schedules;
  std::vector<kubernetes_binding> kubernetes;
  /// Probable mistakes of the configuration's author, for the log: the hook has no bindings, or a key is
  /// repeated.
  std::vector<std::string> remarks = {};
  std::vector<webhook_ptr> webhooks = {}; ///< as they stand in the configuration: validating, then mutating
  std::vector<conversion_ptr> conversions = {};
};

/// Describes the occasions of a hook's runs for users: `onStartup, schedule '0 3 * * *', events of Pod,
/// reviews for limits.example.com`; empty: never.
[[nodiscard]] std::string occasions_of(const hook_definition& x);

/// Identifies a kubernetes binding of an owner by its hook and its position in `hook_definition::kubernetes`.
struct binding_id {
  std::string hook;
  std::size_t index = 0;

  friend auto operator<=>(const binding_id&, const binding_id&) = default;
};

} // namespace core::bindings
