#pragma once

#include "core/bindings/hook_registry.hpp"
#include "core/metrics/registry.hpp"
#include "core/tasks/queue_order.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

// Metrics that show a state, made from that state at each request; docs/metrics.md lists them.

namespace core::metrics {

using measured_metrics = std::vector<measured_metric>;

/// `tasks_queue_length`, and `tasks_queue_head_info` if there is a head.
/// Why so: docs/decisions/metrics-of-a-state-are-asked-for.md
[[nodiscard]] measured_metrics queue_metrics(const std::string& queue, const std::deque<tasks::queued_task>& tasks);

/// Labels of `task_wait_in_queue_seconds_total`: a run of a hook has the name of its (first) binding, any
/// other task its type.
[[nodiscard]] metric_labels wait_labels(const tasks::task& x, const std::string& queue);

/// `mm_module_info` for all modules, `mm_module_enabled` for enabled modules. Every module is critical and
/// has no version, as with the predecessor's own loader of modules, which reads no `module.yaml`.
[[nodiscard]] measured_metrics module_metrics(const std::vector<std::string>& known,
                                              const std::vector<std::string>& enabled);

/// `module_cannot_run` and `module_waits`, 1 or 0, of a module.
struct module_troubles {
  bool cannot_run = false;
  bool waits = false;
};
[[nodiscard]] measured_metrics trouble_metrics(const std::string& module, const module_troubles& x);

/// Whether a person holds a module or a queue.
enum class hold { none, paused };
/// `module_paused`, 1 or 0.
[[nodiscard]] measured_metric pause_of_module(const std::string& module, hold held);
/// `tasks_queue_paused`, 1 or 0.
[[nodiscard]] measured_metric pause_of_queue(const std::string& queue, hold held);

/// `module_drifted_objects`
[[nodiscard]] measured_metric drift_metric(const std::string& module, std::size_t objects);

/// `binding_count` for each hook.
/// @param module empty: the global hooks.
[[nodiscard]] measured_metrics binding_counts(const std::string& module, const bindings::hook_registry& hooks);

/// `hook_events_left_out_total` of the hooks that had more events than could wait for them.
/// @param counts by hook.
[[nodiscard]] measured_metrics left_out_metrics(const std::string& module,
                                                const std::map<std::string, std::size_t>& counts);

/// The costs of a kubernetes binding, kept by the receiver of its events.
struct binding_costs {
  binding_costs();

  metric_histogram filter_seconds;
  metric_histogram event_seconds;
  double filter_failures = 0;
};

/// `kube_snapshot_objects`, and, for events so far, `kube_jq_filter_duration_seconds`,
/// `kube_jq_filter_errors_total` and `kube_event_duration_seconds` of a binding.
[[nodiscard]] measured_metrics binding_metrics(const metric_labels& labels, std::size_t objects,
                                               const binding_costs& costs);

/// Labels of the metrics of a kubernetes binding.
[[nodiscard]] metric_labels binding_labels(const std::string& module, const std::string& hook,
                                           const bindings::kubernetes_binding& binding);

} // namespace core::metrics
