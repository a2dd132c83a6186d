#include "core/metrics/builtin.hpp"

#include <utility>

namespace core {

namespace {

struct builtin_metric {
  std::string_view name;
  metric_type type;
  const char* help;
};

constexpr std::string_view placeholder = "{PREFIX}";

using enum metric_type;
namespace names = metric_name;

constexpr builtin_metric builtin_metrics[] = {
  {names::binding_count, gauge, "Number of bindings of a hook."},
  {names::config_values_errors_total, counter, "Rises every 5 seconds while the ConfigMap is invalid."},
  {names::modules_discover_errors_total, counter, "Failed discoveries of modules."},
  {names::module_run_seconds, histogram, "Seconds that a run of a module took."},
  {names::module_run_errors_total, counter, "Failed runs of a module."},
  {names::module_delete_errors_total, counter, "Failed deletions of a module."},
  {names::module_hook_run_seconds, histogram, "Seconds that a module hook ran."},
  {names::module_hook_run_user_cpu_seconds, histogram, "Seconds of user CPU that a module hook took."},
  {names::module_hook_run_sys_cpu_seconds, histogram, "Seconds of system CPU that a module hook took."},
  {names::module_hook_run_max_rss_bytes, gauge,
   "Largest resident memory of a module hook in bytes, at least the operator's own."},
  {names::module_hook_errors_total, counter, "Failed runs of a module hook."},
  {names::module_hook_allowed_errors_total, counter, "Failed runs of a module hook that is allowed to fail."},
  {names::module_hook_success_total, counter, "Successful runs of a module hook."},
  {names::global_hook_run_seconds, histogram, "Seconds that a global hook ran."},
  {names::global_hook_run_user_cpu_seconds, histogram, "Seconds of user CPU that a global hook took."},
  {names::global_hook_run_sys_cpu_seconds, histogram, "Seconds of system CPU that a global hook took."},
  {names::global_hook_run_max_rss_bytes, gauge,
   "Largest resident memory of a global hook in bytes, at least the operator's own."},
  {names::global_hook_errors_total, counter, "Failed runs of a global hook."},
  {names::global_hook_allowed_errors_total, counter, "Failed runs of a global hook that is allowed to fail."},
  {names::global_hook_success_total, counter, "Successful runs of a global hook."},
  {names::convergence_seconds, counter, "Seconds that reloads of all modules took together."},
  {names::convergence_total, counter, "Completed reloads of all modules."},
  {names::module_helm_seconds, histogram, "Seconds that the Helm step of a module's run took."},
  {names::helm_operation_seconds, histogram, "Seconds that one Helm operation took."},
  {names::modules_absent_resources_total, counter, "Objects of a module's release that were found absent."},
  {names::mm_module_info, gauge, "1 for each module."},
  {names::mm_module_enabled, gauge, "1 for each enabled module."},
  {names::task_wait_in_queue_seconds_total, counter, "Seconds that tasks waited in a queue together."},
  {names::tasks_queue_length, gauge, "Number of tasks in a queue."},
  {names::tasks_queue_head_info, gauge, "1 for the task at the head of each queue."},
  {names::live_ticks, counter, "Rises as long as the operator lives."},
  {names::kube_snapshot_objects, gauge, "Number of objects in the snapshot of a binding."},
  {names::kube_jq_filter_duration_seconds, histogram, "Seconds that a jqFilter took for one object."},
  {names::kube_event_duration_seconds, histogram, "Seconds that taking an event of Kubernetes for a binding took."},
  {names::kubernetes_client_watch_errors_total, counter, "Lists and watches of objects that failed."},
  {names::kubernetes_client_request_latency_seconds, histogram, "Seconds that a request to the API server took."},
  {names::kubernetes_client_request_result_total, counter, "Requests to the API server by status code."},
};

std::vector<double> buckets_of(std::string_view name, metric_type type) {
  if (type != histogram) return {};
  auto buckets = duration_buckets();
  if (name == names::kubernetes_client_request_latency_seconds) buckets.insert(buckets.end(), {20, 50});
  return buckets;
}

} // namespace

const std::vector<double>& duration_buckets() {
  static const std::vector<double> buckets{0, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10};
  return buckets;
}

std::string prefixed(std::string_view prefix, std::string_view name) {
  return std::string(prefix).append(name);
}

std::string hook_metric_name(std::string_view prefix, std::string_view name) {
  auto at = name.find(placeholder);
  if (at == std::string_view::npos) return std::string(name);
  return std::string(name.substr(0, at)).append(prefix).append(name.substr(at + placeholder.size()));
}

void declare_builtin_metrics(metric_registry& registry, std::string_view prefix) {
  for (const auto& [name, type, help] : builtin_metrics) {
    metric_family family{type, help, buckets_of(name, type), {}};
    // Can only fail for a prefix that no name may begin with, which the options refuse.
    static_cast<void>(registry.declare(prefixed(prefix, name), std::move(family)));
  }
}

} // namespace core
