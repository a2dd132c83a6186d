#pragma once

#include "core/metrics/registry.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::metrics {

/// A metric of the operator itself. The name is without the prefix.
struct builtin_metric {
  std::string_view name;
  metric_type type;
  const char* help;
};

/// All of them; names, types and labels are as in the predecessor if it has the metric.
inline constexpr builtin_metric builtin_metrics[] = {
  // module, hook
  {"binding_count", metric_type::gauge, "Number of bindings of a hook."},
  // no labels
  {"leader", metric_type::gauge, "1 while this replica leads, else 0."},
  {"leader_transitions", metric_type::gauge, "Number of changes of the leader so far, as the Lease counts them."},
  {"leader_renewal_age_seconds", metric_type::gauge, "Age of the last renewal of the Lease by this replica."},
  {"config_values_errors_total", metric_type::counter, "Rises every 5 seconds while the ConfigMap is invalid."},
  {"modules_discover_errors_total", metric_type::counter, "Failed discoveries of modules."},
  // module, activation
  {"module_run_seconds", metric_type::histogram, "Seconds that a run of a module took."},
  // module
  {"module_run_errors_total", metric_type::counter, "Failed runs of a module."},
  {"module_delete_errors_total", metric_type::counter, "Failed deletions of a module."},
  // module, hook, binding, queue, activation
  {"module_hook_run_seconds", metric_type::histogram, "Seconds that a module hook ran."},
  {"module_hook_run_user_cpu_seconds", metric_type::histogram, "Seconds of user CPU that a module hook took."},
  {"module_hook_run_sys_cpu_seconds", metric_type::histogram, "Seconds of system CPU that a module hook took."},
  {"module_hook_run_max_rss_bytes", metric_type::gauge,
   "Largest resident memory of a module hook in bytes, at least the operator's own."},
  {"module_hook_errors_total", metric_type::counter, "Failed runs of a module hook."},
  {"module_hook_allowed_errors_total", metric_type::counter, "Failed runs of a module hook that is allowed to fail."},
  {"module_hook_success_total", metric_type::counter, "Successful runs of a module hook."},
  // hook, binding, queue, activation
  {"global_hook_run_seconds", metric_type::histogram, "Seconds that a global hook ran."},
  {"global_hook_run_user_cpu_seconds", metric_type::histogram, "Seconds of user CPU that a global hook took."},
  {"global_hook_run_sys_cpu_seconds", metric_type::histogram, "Seconds of system CPU that a global hook took."},
  {"global_hook_run_max_rss_bytes", metric_type::gauge,
   "Largest resident memory of a global hook in bytes, at least the operator's own."},
  {"global_hook_errors_total", metric_type::counter, "Failed runs of a global hook."},
  {"global_hook_allowed_errors_total", metric_type::counter, "Failed runs of a global hook that is allowed to fail."},
  {"global_hook_success_total", metric_type::counter, "Successful runs of a global hook."},
  // activation
  {"convergence_seconds", metric_type::counter, "Seconds that reloads of all modules took together."},
  {"convergence_total", metric_type::counter, "Completed reloads of all modules."},
  // module, activation
  {"module_helm_seconds", metric_type::histogram, "Seconds that the Helm step of a module's run took."},
  // module, activation, operation
  {"helm_operation_seconds", metric_type::histogram, "Seconds that one Helm operation took."},
  // module, resource
  {"modules_absent_resources_total", metric_type::counter, "Objects of a module's release that were found absent."},
  // module, enabled, critical
  {"mm_module_info", metric_type::gauge, "1 for each module."},
  // module, version
  {"mm_module_enabled", metric_type::gauge, "1 for each enabled module."},
  // module
  {"module_cannot_run", metric_type::gauge, "1 while the hooks of a module do not configure."},
  {"module_waits", metric_type::gauge, "1 while a module waits for objects that cannot be listed."},
  {"module_paused", metric_type::gauge, "1 while a person holds a module."},
  {"module_drifted_objects", metric_type::gauge,
   "Objects of a module's release with fields that another client has changed."},
  // module, hook, binding, queue
  {"task_wait_in_queue_seconds_total", metric_type::counter, "Seconds that tasks waited in a queue together."},
  // module, hook
  {"hook_events_left_out_total", metric_type::counter,
   "Events and ticks that were left out because too many waited for a hook."},
  // module, hook, binding
  {"webhook_review_seconds", metric_type::histogram, "Seconds from the arrival of a review to its answer."},
  // module, hook, binding, outcome
  {"webhook_reviews_total", metric_type::counter, "Reviews that were answered: allowed, refused or failed."},
  // module, hook, binding, reason
  {"webhook_review_failures_total", metric_type::counter, "Reviews without a decision, by the reason."},
  // module, hook, binding, source
  {"webhook_converted_objects_total", metric_type::counter,
   "Objects that were converted, by a run of a hook, by a jq program or by a kept result."},
  // room
  {"webhook_clients_refused_total", metric_type::counter,
   "Connections, bodies and reviews that the port of webhooks has refused for want of room."},
  // queue
  {"tasks_queue_length", metric_type::gauge, "Number of tasks in a queue."},
  {"tasks_queue_paused", metric_type::gauge, "1 while a person holds a queue."},
  // queue, module, task_type, hook
  {"tasks_queue_head_info", metric_type::gauge, "1 for the task at the head of each queue."},
  // no labels
  {"live_ticks", metric_type::counter, "Rises as long as the operator lives."},
  // module, hook, binding, queue, kind
  {"kube_snapshot_objects", metric_type::gauge, "Number of objects in the snapshot of a binding."},
  {"kube_jq_filter_duration_seconds", metric_type::histogram, "Seconds that a jqFilter took for one object."},
  {"kube_jq_filter_errors_total", metric_type::counter, "Objects on which a jqFilter failed."},
  {"kube_event_duration_seconds", metric_type::histogram,
   "Seconds that taking an event of Kubernetes for a binding took."},
  // error_type
  {"kubernetes_client_watch_errors_total", metric_type::counter, "Lists and watches of objects that failed."},
  // verb, url, component
  {"kubernetes_client_request_latency_seconds", metric_type::histogram,
   "Seconds that a request to the API server took."},
  // code, method, host, component
  {"kubernetes_client_request_result_total", metric_type::counter, "Requests to the API server by status code."},
};

/// Checks at compile time that a text is the name of a metric above, and returns it.
[[nodiscard]] consteval std::string_view own_metric(std::string_view name) {
  for (const auto& metric : builtin_metrics)
    if (metric.name == name) return metric.name;
  throw "the operator has no such metric";
}

/// The value of the label `activation` during the first reload; it is empty afterwards.
inline constexpr std::string_view activation_startup = "OperatorStartup";

/// The prefix of flant/shell-operator. With it the metrics of global hooks have the names that hooks have
/// there: `shell_operator_hook_run_seconds`.
inline constexpr std::string_view prefix_of_shell_operator = "shell_operator_";

/// A name of a metric above with the prefix (option `--prometheus-metrics-prefix`) before it.
[[nodiscard]] std::string prefixed(std::string_view prefix, std::string_view name);

/// The name of a hook's metric: the prefix takes the place of `{PREFIX}`, if that occurs.
[[nodiscard]] std::string hook_metric_name(std::string_view prefix, std::string_view name);

/// Upper bounds of the buckets of all histograms above, in seconds, except the histogram of requests to the
/// API server.
[[nodiscard]] const std::vector<double>& duration_buckets();

/// Declares all metrics above with type, help and buckets.
void declare_builtin_metrics(metric_registry& registry, std::string_view prefix);

} // namespace core::metrics
