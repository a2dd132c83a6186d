#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace trace {

/// The facts of events. They are part of the format of trace files; docs/tracing.md gives their meaning. A
/// new fact is added here first. If a fact is renamed, readers of old files still need its old name.
inline constexpr std::string_view fact_names[] = {
  // clang-format off
  "binding", "by", "config_patch", "crontab", "doubt", "enabled", "error", "event", "failures", "for", "hook", "kind",
  "method", "module", "name", "namespace", "object", "operation", "outcome", "path", "queue", "reason", "removes",
  "revision", "sections", "source", "status", "subscription", "task", "uid", "unused_sections", "values",
  "values_patch",
  "version", "waited_us", "words",
  // clang-format on
};

/// The types of events: names of messages, and of spans of work (`trace_span`). A message that is missing
/// here does not compile, so renaming its struct cannot change the format of trace files by accident.
inline constexpr std::string_view event_types[] = {
  // clang-format off
  "absence_over", "absent_resources_read", "actors_found", "alarm_rang", "answers_described", "api_answered",
  "api_server_awaited",
  "api_server_returned", "append_task", "apply_configuration", "apply_hook_metrics", "apply_release",
  "ask_hooks_early",
  "ask_program", "await_api_server", "await_events", "await_kinds", "await_list", "begin_schedules", "call_api",
  "certificate_changed", "check_hook_metrics", "check_hook_output", "claim_conversions", "claim_webhooks",
  "close_stream", "close_webhooks", "cluster_described", "cluster_doubted", "commit_hook_output",
  "compare_kinds",
  "config_changed", "configuration_applied", "configuration_read", "conversion_answered", "conversion_asked",
  "conversions_claimed", "conversions_offered", "definitions_installed",
  "definitions_listed", "describe_answers", "describe_cluster", "describe_hook_runs", "describe_hooks",
  "describe_operator", "describe_queue", "describe_registration", "describe_releases", "describe_resources",
  "describe_status", "describe_values",
  "describe_webhooks", "describe_workloads", "discovery", "drain_queue", "drain_reviews", "drain_step_due",
  "drift_found",
  "drift_read", "drop_module_values", "dump_snapshots", "enabled_script_run", "end_startup", "end_writes",
  "events_seen",
  "execute_object_operations", "execute_task", "expect_resources", "failures_due", "failures_repaired", "find_actors",
  "find_hook_files", "find_hook_owner", "find_outage", "find_queue", "find_waiting_events", "flags_read",
  "forget_resources", "found_modules_read", "give_lease_away", "give_way", "global_hook_put_off", "global_hook_ready",
  "global_hooks_loaded", "head_wait_over", "helm_run", "helm_values_read", "hold_removals", "hook_files_found",
  "hook_finished", "hook_metrics_applied", "hook_metrics_checked", "hook_owner_found", "hook_run",
  "hook_runs_described", "hook_wait_over", "hooks_asked_early", "hooks_described", "http_asked", "http_request",
  "informer_wait_over", "install_definitions", "jq_conversions_due", "kind_resolved", "kinds_may_have_changed",
  "kinds_wait_over",
  "know_hooks", "know_registrar", "lasting_run_changed", "lasting_run_due", "lead_configuration", "leadership_changed",
  "lease_answered", "lease_given_away", "lease_time_came", "leave_queue", "leave_watch",
  "list_awaited", "list_definitions", "list_releases", "load_global_hooks", "log_level_over",
  "look_at_held_reload",
  "look_at_repairs", "look_at_unfinished", "make_review_context", "metrics_page_due", "metrics_rendered",
  "module_state_changed",
  "modules_discovered", "note_doubted_modules", "note_flag_sources", "note_held_release", "note_hook_end",
  "note_removed_objects", "note_script_grounds", "object_changed", "object_operation", "object_operations_done",
  "objects_listed", "offer_conversions", "open_stream", "open_watch", "open_webhooks", "operation_wait_over",
  "operations_advanced",
  "operator_description", "order_work", "outage_found", "output_checked", "output_committed", "pause_queue",
  "pause_written", "process_ended", "process_wrote", "program_answered", "program_finished", "queue_described",
  "queue_found", "read_absent_resources", "read_configuration", "read_drift", "read_flags",
  "read_found_modules", "read_helm_values", "read_snapshot", "read_values", "read_wanted_objects", "reasons",
  "recall_records", "records_recalled",
  "registration_described", "registration_due", "release_applied", "release_changed_by_others",
  "release_removed", "release_rendered",
  "release_reservation", "releases_described", "releases_listed", "reload_pause_over", "removal_grace_over",
  "remove_release", "render_metrics", "render_release", "reservation_over", "resolve_kind", "resources_absent",
  "resources_described", "retry_due", "retry_filters", "review", "review_answered", "review_asked",
  "review_context_made", "review_late", "review_room_due",
  "review_wait_over", "reviews_drained", "run_hook", "run_program", "run_wanted", "runs_left_out",
  "schedule_fired", "section_write_due", "section_write_slow", "section_written", "set_enabled", "set_paused",
  "set_schedules", "snapshot_read", "snapshots_dumped", "start_operator", "status_described", "stop_operator",
  "stop_running", "stopped_running", "stream_begun", "stream_ended", "stream_lines", "stream_opened",
  "subscribe", "sweep_leaving", "task_outcome", "task_run", "time_limit_reached", "transfer_done",
  "unsubscribe", "values_changed", "values_commit", "values_described", "values_read", "waiting_events_found",
  "wanted_objects_read", "watch_left", "watch_opened", "watch_room_changed", "watch_state_changed",
  "watch_work_due", "webhooks_claimed", "webhooks_described", "webhooks_wanted", "withdraw_tasks", "work_ordered",
  "workloads_described", "workloads_overdue", "write_pause", "write_proofs", "write_section", "writes_ended",
  // clang-format on
};

static_assert(std::ranges::is_sorted(fact_names));
static_assert(std::ranges::is_sorted(event_types));

constexpr bool is_event_type(std::string_view name) noexcept {
  return std::ranges::binary_search(event_types, name);
}

/// A literal that is in the table; any other literal does not compile.
template <const auto& Table>
class name_in {
public:
  // NOLINTNEXTLINE(google-explicit-constructor): literals stand for it.
  consteval name_in(const char* literal) : text_(literal) {
    if (!std::ranges::binary_search(Table, text_)) throw "this name is not in its table in trace/format_names.hpp";
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return text_; }

  friend constexpr bool operator==(name_in, name_in) = default;

private:
  std::string_view text_;
};

using fact_name = name_in<fact_names>;
using event_type = name_in<event_types>;

/// The type of a recorded event, which this or another version of the program has written. It can be compared
/// only with `event_type`, so every literal in a comparison is checked.
class recorded_type {
public:
  recorded_type() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): an event of this program has a type of this program.
  recorded_type(event_type type) : text_(type.view()) {}
  /// A type that was read: another version of this program may have written it.
  [[nodiscard]] static recorded_type read(std::string text) {
    recorded_type x;
    x.text_ = std::move(text);
    return x;
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  friend bool operator==(const recorded_type&, const recorded_type&) = default;
  friend bool operator==(const recorded_type& a, event_type b) noexcept { return a.text_ == b.view(); }

private:
  std::string text_;
};

} // namespace trace
