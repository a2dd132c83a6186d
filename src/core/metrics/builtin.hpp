#pragma once

#include "core/metrics/registry.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Names of the operator's own metrics without the prefix (see docs/operating.md).
namespace metric_name {
inline constexpr std::string_view binding_count = "binding_count"; // module, hook
inline constexpr std::string_view config_values_errors_total = "config_values_errors_total";
inline constexpr std::string_view modules_discover_errors_total = "modules_discover_errors_total";
inline constexpr std::string_view module_run_seconds = "module_run_seconds";                 // module, activation
inline constexpr std::string_view module_run_errors_total = "module_run_errors_total";       // module
inline constexpr std::string_view module_delete_errors_total = "module_delete_errors_total"; // module
// module, hook, binding, queue, activation
inline constexpr std::string_view module_hook_run_seconds = "module_hook_run_seconds";
inline constexpr std::string_view module_hook_run_user_cpu_seconds = "module_hook_run_user_cpu_seconds";
inline constexpr std::string_view module_hook_run_sys_cpu_seconds = "module_hook_run_sys_cpu_seconds";
inline constexpr std::string_view module_hook_run_max_rss_bytes = "module_hook_run_max_rss_bytes";
inline constexpr std::string_view module_hook_errors_total = "module_hook_errors_total";
inline constexpr std::string_view module_hook_allowed_errors_total = "module_hook_allowed_errors_total";
inline constexpr std::string_view module_hook_success_total = "module_hook_success_total";
// hook, binding, queue, activation
inline constexpr std::string_view global_hook_run_seconds = "global_hook_run_seconds";
inline constexpr std::string_view global_hook_run_user_cpu_seconds = "global_hook_run_user_cpu_seconds";
inline constexpr std::string_view global_hook_run_sys_cpu_seconds = "global_hook_run_sys_cpu_seconds";
inline constexpr std::string_view global_hook_run_max_rss_bytes = "global_hook_run_max_rss_bytes";
inline constexpr std::string_view global_hook_errors_total = "global_hook_errors_total";
inline constexpr std::string_view global_hook_allowed_errors_total = "global_hook_allowed_errors_total";
inline constexpr std::string_view global_hook_success_total = "global_hook_success_total";
inline constexpr std::string_view convergence_seconds = "convergence_seconds";       // activation
inline constexpr std::string_view convergence_total = "convergence_total";           // activation
inline constexpr std::string_view module_helm_seconds = "module_helm_seconds";       // module, activation
inline constexpr std::string_view helm_operation_seconds = "helm_operation_seconds"; // module, activation, operation
inline constexpr std::string_view modules_absent_resources_total = "modules_absent_resources_total"; // module, resource
inline constexpr std::string_view mm_module_info = "mm_module_info";       // module, enabled, critical
inline constexpr std::string_view mm_module_enabled = "mm_module_enabled"; // module, version
inline constexpr std::string_view task_wait_in_queue_seconds_total =
  "task_wait_in_queue_seconds_total";                                              // module, hook, binding, queue
inline constexpr std::string_view tasks_queue_length = "tasks_queue_length";       // queue
inline constexpr std::string_view tasks_queue_head_info = "tasks_queue_head_info"; // queue, module, task_type, hook
inline constexpr std::string_view live_ticks = "live_ticks";
// module, hook, binding, queue, kind
inline constexpr std::string_view kube_snapshot_objects = "kube_snapshot_objects";
inline constexpr std::string_view kube_jq_filter_duration_seconds = "kube_jq_filter_duration_seconds";
inline constexpr std::string_view kube_event_duration_seconds = "kube_event_duration_seconds";
inline constexpr std::string_view kubernetes_client_watch_errors_total =
  "kubernetes_client_watch_errors_total"; // error_type
inline constexpr std::string_view kubernetes_client_request_latency_seconds =
  "kubernetes_client_request_latency_seconds"; // verb, url, component
inline constexpr std::string_view kubernetes_client_request_result_total =
  "kubernetes_client_request_result_total"; // code, method, host, component
} // namespace metric_name

/// The value of the label `activation` during the first converge; it is empty afterwards.
inline constexpr std::string_view activation_startup = "OperatorStartup";

/// One of the names above with the prefix (option `--prometheus-metrics-prefix`) before it.
[[nodiscard]] std::string prefixed(std::string_view prefix, std::string_view name);

/// The name of a hook's metric: the prefix takes the place of `{PREFIX}`, if that occurs.
[[nodiscard]] std::string hook_metric_name(std::string_view prefix, std::string_view name);

/// Upper bounds of the buckets of all histograms above but those of requests to the API server, in seconds.
[[nodiscard]] const std::vector<double>& duration_buckets();

/// Declares all metrics above with type, help and buckets.
void declare_builtin_metrics(metric_registry& registry, std::string_view prefix);

} // namespace core
