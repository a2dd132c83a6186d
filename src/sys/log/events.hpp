#pragma once

#include "sys/log/log_line.hpp"

#include <string_view>

namespace sys::log {

/// An event of the log: the levels at which it is logged, and the keys that its lines may have, with spaces
/// between.
struct event_description {
  std::string_view name;
  unsigned levels;
  std::string_view keys;
};

namespace event_levels {
constexpr unsigned of(log_level x) noexcept {
  return 1U << static_cast<unsigned>(x);
}
inline constexpr unsigned error = of(log_level::error);
inline constexpr unsigned warning = of(log_level::warning);
inline constexpr unsigned info = of(log_level::info);
inline constexpr unsigned debug = of(log_level::debug);
/// For lines of hooks, which choose their level.
inline constexpr unsigned any = error | warning | info | debug;

} // namespace event_levels

/// All events. Comments name the sections of their page, docs/log-events.md.
inline constexpr event_description events[] = {
  // Start and stop
  {"option_without_effect", event_levels::warning, "option hint"},
  {"operator_starting", event_levels::info, "program api_server access proxy namespace platform"},
  {"http_listening", event_levels::info, "address port"},
  {"page_listening", event_levels::info, "address port"},
  {"webhooks_listening", event_levels::info, "address port"},
  {"webhooks_registered", event_levels::info, "kind configuration names removed reason"},
  {"webhook_certificate_changed", event_levels::info, "namespace secret reason until"},
  {"operator_started", event_levels::info, "global_hooks modules"},
  {"operator_cannot_start", event_levels::error, "error hint"},
  {"module_left_out", event_levels::warning, "error"},
  {"values_file_suspicious", event_levels::warning, "error"},
  {"no_modules", event_levels::warning, "directories hint"},
  {"tmp_files_removed", event_levels::info, "directory reason"},
  {"tmp_files_left", event_levels::info, "directory reason"},
  {"log_lines_dropped", event_levels::warning, "lines"},
  {"evaluations_unlimited", event_levels::error, "error"},
  {"survivors_killed", event_levels::warning, "directory processes"},
  {"tmp_dir_restored", event_levels::warning, "directory hint"},
  {"leadership_awaited", event_levels::info, "lease identity holder"},
  {"standby_ready", event_levels::info, "holder"},
  {"leadership_taken", event_levels::info, "lease identity transitions"},
  {"leadership_lost", event_levels::warning, "lease identity error hint"},
  {"leadership_given_away", event_levels::info | event_levels::warning, "lease identity error"},
  {"lease_unreachable", event_levels::warning, "lease error hint"},
  {"operator_stopping", event_levels::info, "reason"},
  {"task_interrupted", event_levels::info, "queue task error hint"},
  {"operator_stopped", event_levels::info, "clean"},
  {"actor_failed", event_levels::error, "actor error"},
  {"report_failed", event_levels::error, "actor report error"},
  {"values_store_ended", event_levels::error, "error"},
  // ConfigMap and values
  {"config_map_read", event_levels::info, "version sections flags"},
  {"config_map_changed", event_levels::info, "version changed found_by"},
  {"config_map_written", event_levels::info, "version section by"},
  {"config_map_gone", event_levels::warning, "namespace config_map error"},
  {"config_map_empty", event_levels::warning, "namespace config_map error"},
  {"config_map_back", event_levels::info, "namespace config_map"},
  {"config_map_absence_counts", event_levels::warning, "namespace config_map"},
  {"hook_keys_kept", event_levels::warning, "section keys by hint"},
  {"hook_keys_lost", event_levels::warning, "section keys hint"},
  {"hook_keys_overwritten", event_levels::warning, "section keys by"},
  {"module_paused", event_levels::warning, "module remark"},
  {"pause_ended", event_levels::warning, "module remark manner hint"},
  {"module_resumed", event_levels::info, "module"},
  {"work_ordered", event_levels::info, "order module queue by reason"},
  {"log_level_changed", event_levels::warning, "level until by"},
  {"config_section_invalid", event_levels::error, "error"},
  {"config_section_repaired", event_levels::info, "section"},
  {"config_key_ignored", event_levels::warning, "key reason"},
  {"values_flag_ignored", event_levels::warning, "key hook reason"},
  {"values_rule_skipped", event_levels::debug, "section rule reason"},
  // Queues and converge
  {"task_finished", event_levels::info, "step task queue module hook seconds outcome"},
  {"task_retry", event_levels::warning, "queue task failures retry_in_seconds error"},
  {"module_waits_for_need", event_levels::warning, "step module reason"},
  {"converge_finished", event_levels::info, "seconds first"},
  {"events_left_out", event_levels::warning, "module hook waiting left hint"},
  {"hook_waits", event_levels::info, "hook owner seconds reason"},
  {"clock_set", event_levels::info, "hint"},
  {"crontab_refused", event_levels::error, "owner crontab error"},
  {"crontab_never_fires", event_levels::warning, "owner crontab hint"},
  // Modules and hooks
  {"enabled_script_finished", event_levels::info, "step module enabled reason seconds"},
  {"enabled_script_failed", event_levels::warning, "step module error"},
  {"enabled_script_not_executable", event_levels::warning, "step error"},
  {"enabled_script_warned", event_levels::warning, "step module script enabled reason stderr"},
  {"enabled_script_doubted", event_levels::warning, "step error"},
  {"flag_doubted", event_levels::warning, "step error"},
  {"release_records_hidden", event_levels::warning, "step error"},
  {"release_of_others_kept", event_levels::warning, "step error"},
  {"removals_held", event_levels::warning, "step error"},
  {"module_not_wanted", event_levels::warning, "step module reason wanted_before_by hooks hint"},
  {"module_lost", event_levels::warning, "module seen_by reason hint"},
  {"release_leaving", event_levels::warning, "step release reason at hint"},
  {"release_stays", event_levels::info, "step release reason"},
  {"release_not_wanted", event_levels::warning, "step release reason wanted_before_by hint"},
  {"release_of_other_platform", event_levels::warning, "step error"},
  {"releases_of_other_platforms", event_levels::warning, "step error"},
  {"release_taken_over", event_levels::info, "module release platform"},
  {"releases_spared", event_levels::warning, "step error"},
  {"definition_installed", event_levels::info | event_levels::debug, "step module definition outcome kept"},
  {"definition_suspicious", event_levels::warning, "module error"},
  {"definition_held", event_levels::warning, "module definition error"},
  {"definition_fields_taken", event_levels::warning, "module definition fields hint"},
  {"definition_versions_kept", event_levels::warning, "module definition versions hint"},
  {"module_cannot_run", event_levels::error, "module error retry_in_seconds"},
  {"deletion_hook_left_out", event_levels::error, "module hook reason"},
  {"module_hook_put_off", event_levels::warning, "module hook reason"},
  {"module_waits", event_levels::warning, "module reason"},
  {"module_loops", event_levels::warning, "module reason retry_in_seconds hint"},
  {"config_map_restless", event_levels::warning, "reason hint"},
  {"webhooks_not_registered", event_levels::warning, "configuration error retry_in_seconds"},
  {"webhooks_own_user_unknown", event_levels::warning, "error consequence"},
  {"webhooks_without_conditions", event_levels::warning, "version consequence"},
  {"webhooks_contested", event_levels::warning, "error retry_in_seconds"},
  {"webhook_refused", event_levels::warning, "webhook binding module hook error consequence"},
  {"webhook_without_hook", event_levels::warning, "webhook configuration module hook reason consequence hint"},
  {"webhook_given_up", event_levels::warning, "webhook configuration module hook reason consequence hint"},
  {"webhook_certificate_unusable", event_levels::warning, "error consequence"},
  {"review_failed", event_levels::warning, "module hook binding object error consequence"},
  {"review_has_effects", event_levels::warning, "module hook binding hint"},
  {"review_failures_left_out", event_levels::warning, "event module hook reason failures"},
  {"review_operations_refused", event_levels::warning, "module hook binding hint"},
  {"conversion_failed", event_levels::warning, "definition version objects error consequence"},
  {"conversion_registered", event_levels::info, "definition"},
  {"conversion_awaits_definition", event_levels::info, "definition"},
  {"conversion_without_hook", event_levels::warning, "definition reason consequence hint"},
  {"conversions_not_offered", event_levels::error, "module error"},
  {"hooks_wake_each_other", event_levels::warning, "reason hint"},
  {"converge_loops", event_levels::warning, "reason retry_in_seconds hint"},
  {"reloads_restless", event_levels::warning, "reason hint"},
  {"global_hook_put_off", event_levels::warning, "hook reason"},
  {"global_hooks_awaited", event_levels::warning, "error retry_in_seconds hint"},
  {"global_hooks_refused", event_levels::error, "error retry_in_seconds hint"},
  {"hook_config_suspicious", event_levels::warning, "hook file error"},
  {"hook_links_broken", event_levels::error, "owner directory links hint"},
  {"hooks_not_executable", event_levels::warning, "owner directory files hint"},
  {"go_hooks_not_run", event_levels::error, "owner error"},
  {"settings_check_not_run", event_levels::warning, "hook hint"},
  {"early_schedules_not_set", event_levels::warning, "hook names hint"},
  {"hook_finished", event_levels::info | event_levels::debug, "step hook module binding queue seconds exit_code"},
  {"hook_failed", event_levels::warning, "step hook module binding queue seconds exit_code error consequence"},
  {"run_began", event_levels::debug, "subject"},
  {"run_slow", event_levels::warning, "subject seconds stage pid consequence"},
  {"binding_context_too_large", event_levels::error, "module hook error"},
  {"hook_output", event_levels::info, "hook module binding queue stream line"},
  {"hook_log", event_levels::any, "hook module binding queue stream msg"},
  {"program_output", event_levels::info | event_levels::debug, "subject stream line"},
  {"object_operation", event_levels::warning | event_levels::info | event_levels::debug,
   "by operation object outcome api_version seconds error"},
  {"operation_without_api_version", event_levels::warning, "by operation kind api_version hint"},
  {"definitions_not_read", event_levels::warning, "error hint"},
  {"filter_failed", event_levels::error, "binding kind object error"},
  {"filter_fields_gone", event_levels::warning, "binding kind from to fields hint"},
  {"watch_objects_given_up", event_levels::warning, "watch bindings bytes bytes_max hint"},
  {"metric_refused", event_levels::error, "metric error"},
  {"tmp_files_kept", event_levels::info, "subject directory"},
  // Releases
  {"helm_finished", event_levels::info, "step module operation reason seconds release"},
  {"release_objects_leaving", event_levels::info, "module objects until"},
  {"release_objects_stay", event_levels::info, "module objects reason"},
  {"release_objects_gone", event_levels::info, "module objects"},
  {"capabilities_changed", event_levels::info, "module release"},
  {"kube_version_older", event_levels::warning, "version counted counted_for_seconds hint"},
  {"kinds_missing", event_levels::warning, "kinds counted_as_served_for_seconds hint"},
  {"kinds_gone", event_levels::info, "kinds"},
  {"chart_files_damaged", event_levels::warning, "module directory files hint"},
  {"user_value_without_reader", event_levels::warning, "module values before since hint"},
  {"release_keys_removed", event_levels::warning, "module revision keys differs hint"},
  {"hook_values_blank", event_levels::warning, "module revision values hooks hint"},
  {"user_values_blank", event_levels::warning, "module revision values objects hint"},
  {"helm_warning", event_levels::info, "subject warning"},
  {"objects_handed_over", event_levels::warning, "module objects hint"},
  {"object_kept", event_levels::warning, "subject object hint"},
  {"release_values_reset", event_levels::warning, "module object fields manager hint"},
  {"cluster_restored", event_levels::warning, "releases hint"},
  {"object_made_again", event_levels::warning, "subject object hint"},
  {"object_not_kept", event_levels::warning, "subject object hint"},
  {"object_spared", event_levels::warning, "subject object hint"},
  {"object_taken_over", event_levels::warning, "subject object hint"},
  {"helm_failed", event_levels::warning, "step module operation reason seconds release error"},
  {"helm_rendering_failed", event_levels::warning, "module error"},
  {"helm_dir_restored", event_levels::warning, "directory"},
  {"helm_unusable", event_levels::error, "binary error"},
  {"helm_worker_missing", event_levels::warning, "binary hint"},
  {"other_operator", event_levels::warning, "module release revision words"},
  {"release_changed_by_others", event_levels::warning, "module release revision"},
  {"release_left_unfinished", event_levels::warning, "module release revision status"},
  {"release_proof_lost", event_levels::debug, "release error"},
  {"release_proof_written", event_levels::debug, "release revision"},
  {"release_history_kept", event_levels::warning, "release hint"},
  {"release_labels_removed", event_levels::warning, "kind hint"},
  {"release_record_lost", event_levels::warning, "module release revision"},
  {"release_differs", event_levels::warning, "module revision objects again_in_seconds hint"},
  {"loss_put_off", event_levels::info, "step module reason"},
  {"events_not_awaited", event_levels::warning, "module hooks hint"},
  {"release_held", event_levels::warning, "step module error"},
  {"release_object_not_removed", event_levels::warning, "module object tries error hint"},
  {"release_objects_left", event_levels::warning, "module objects reason hint"},
  {"release_objects_removed", event_levels::warning, "module revision objects reason differs hint"},
  {"release_occupied", event_levels::warning, "module reason"},
  {"resources_absent", event_levels::warning, "step module object"},
  {"drift_found", event_levels::warning, "module object fields manager"},
  {"drift_over", event_levels::warning | event_levels::info, "module object fields manager reason hint"},
  {"drift_repaired", event_levels::info, "module object fields"},
  {"drift_repair_failed", event_levels::warning, "module object error"},
  {"drift_unknown", event_levels::warning, "release error"},
  {"release_object_restless", event_levels::warning, "release object losses repair_in_seconds"},
  {"release_object_unknown", event_levels::warning, "release object error retry_in_seconds"},
  {"release_kinds_gone", event_levels::info, "release kinds consequence"},
  {"chart_objects_doubled", event_levels::warning, "module revision objects hint"},
  {"release_objects_not_watched", event_levels::warning, "api_version kind"},
  // Watches and the API server
  {"credential_plugin_failed", event_levels::warning, "command exit_code error"},
  {"api_server_unreachable", event_levels::warning, "error watches_waiting retry_in_seconds"},
  {"api_server_reachable", event_levels::info, "seconds watches_waiting"},
  {"watch_failed", event_levels::warning | event_levels::debug,
   "api_version kind namespace fields labels bindings error hint retry_in_seconds"},
  {"watch_waits", event_levels::warning, "api_version kind namespace fields labels bindings reason"},
  {"watch_moved", event_levels::info, "api_version kind namespace fields labels bindings served_as"},
  {"watch_went_back", event_levels::warning, "api_version kind namespace fields labels bindings from to hint"},
  {"watch_restored", event_levels::info, "api_version kind namespace fields labels"},
  // Processes
  {"process_guard_gone", event_levels::warning, "consequence hint"},
  {"process_hangs", event_levels::warning, "pid consequence hint"},
  // Observation
  {"file_descriptors_exhausted", event_levels::error, "address error hint"},
  {"file_descriptors_found", event_levels::info, "address"},
  {"kubernetes_events_refused", event_levels::warning, "error hint"},
  {"kubernetes_event_refused", event_levels::debug, "reason error"},
  {"trace_file_off", event_levels::warning, "error consequence"},
  {"trace_written", event_levels::info, "path events"},
  {"trace_not_written", event_levels::warning, "error"},
  {"trace_export_failing", event_levels::warning, "endpoint error hint"},
  {"trace_export_well", event_levels::info, "endpoint"},
  {"trace_export_dropped", event_levels::warning, "spans"},
  {"trace_events_dropped", event_levels::warning, "events"},
};

consteval const event_description* find_event(std::string_view name) {
  for (const auto& x : events)
    if (x.name == name) return &x;
  return nullptr;
}

/// The name of an event. A literal that is not in `events` does not compile.
class event_name {
public:
  // NOLINTNEXTLINE(google-explicit-constructor): literals convert to it.
  consteval event_name(const char* literal) : text_(literal) {
    if (find_event(text_) == nullptr) throw "this event is not in sys::log::events";
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return text_; }

private:
  std::string_view text_;
};

/// The name of an event that is logged at this level. Another literal does not compile.
template <log_level Level>
class event_at {
public:
  // NOLINTNEXTLINE(google-explicit-constructor): literals convert to it.
  consteval event_at(const char* literal) : name_(literal) {
    if ((find_event(name_.view())->levels & event_levels::of(Level)) == 0) throw "sys::log::events has another level";
  }
  // NOLINTNEXTLINE(google-explicit-constructor): an event at a level is also an event.
  constexpr operator event_name() const noexcept { return name_; }

private:
  event_name name_;
};

} // namespace sys::log
