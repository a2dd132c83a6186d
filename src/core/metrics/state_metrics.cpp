#include "core/metrics/state_metrics.hpp"

#include "base/contains.hpp"
#include "core/metrics/builtin_metrics.hpp"

namespace core::metrics {

namespace {

measured_metric gauge(std::string_view name, metric_labels labels, double value) {
  return {std::string(name), std::move(labels), value};
}

double count_of(std::size_t n) {
  return static_cast<double>(n);
}

} // namespace

measured_metrics queue_metrics(const std::string& queue, const std::deque<tasks::queued_task>& tasks) {
  measured_metrics out{gauge(own_metric("tasks_queue_length"), {{"queue", queue}}, count_of(tasks.size()))};
  if (tasks.empty()) return out;
  const auto& head = tasks.front().task;
  metric_labels labels{{"queue", queue},
                       {"module", tasks::module_of(head)},
                       {"task_type", tasks::type_name(head)},
                       {"hook", tasks::hook_of(head)}};
  out.push_back(gauge(own_metric("tasks_queue_head_info"), std::move(labels), 1));
  return out;
}

metric_labels wait_labels(const tasks::task& x, const std::string& queue) {
  auto binding = tasks::binding_of(x);
  if (binding.empty()) binding = tasks::type_name(x);
  return {
    {"module", tasks::module_of(x)}, {"hook", tasks::hook_of(x)}, {"binding", std::move(binding)}, {"queue", queue}};
}

measured_metrics module_metrics(const std::vector<std::string>& known, const std::vector<std::string>& enabled) {
  measured_metrics out;
  for (const auto& module : known) {
    const bool on = base::contains(enabled, module);
    out.push_back(gauge(own_metric("mm_module_info"),
                        {{"module", module}, {"enabled", on ? "true" : "false"}, {"critical", "true"}}, 1));
    if (on) out.push_back(gauge(own_metric("mm_module_enabled"), {{"module", module}, {"version", ""}}, 1));
  }
  return out;
}

measured_metrics trouble_metrics(const std::string& module, const module_troubles& x) {
  return {gauge(own_metric("module_cannot_run"), {{"module", module}}, x.cannot_run ? 1 : 0),
          gauge(own_metric("module_waits"), {{"module", module}}, x.waits ? 1 : 0)};
}

measured_metric pause_of_module(const std::string& module, hold held) {
  return gauge(own_metric("module_paused"), {{"module", module}}, held == hold::paused ? 1 : 0);
}

measured_metric pause_of_queue(const std::string& queue, hold held) {
  return gauge(own_metric("tasks_queue_paused"), {{"queue", queue}}, held == hold::paused ? 1 : 0);
}

measured_metric drift_metric(const std::string& module, std::size_t objects) {
  return gauge(own_metric("module_drifted_objects"), {{"module", module}}, count_of(objects));
}

measured_metrics binding_counts(const std::string& module, const bindings::hook_registry& hooks) {
  measured_metrics out;
  for (const auto& hook : hooks.hooks()) {
    const auto bindings = hook->lifecycle.size() + hook->schedules.size() + hook->kubernetes.size();
    out.push_back(gauge(own_metric("binding_count"), {{"module", module}, {"hook", hook->name}}, count_of(bindings)));
  }
  return out;
}

measured_metrics left_out_metrics(const std::string& module, const std::map<std::string, std::size_t>& counts) {
  measured_metrics out;
  for (const auto& [hook, count] : counts)
    out.push_back(
      gauge(own_metric("hook_events_left_out_total"), {{"module", module}, {"hook", hook}}, count_of(count)));
  return out;
}

binding_costs::binding_costs()
  : filter_seconds(empty_histogram(duration_buckets())), event_seconds(empty_histogram(duration_buckets())) {}

measured_metrics binding_metrics(const metric_labels& labels, std::size_t objects, const binding_costs& costs) {
  measured_metrics out{gauge(own_metric("kube_snapshot_objects"), labels, count_of(objects))};
  const auto add = [&](std::string_view name, const metric_histogram& x) {
    if (x.count > 0) out.push_back({std::string(name), labels, x});
  };
  add(own_metric("kube_jq_filter_duration_seconds"), costs.filter_seconds);
  add(own_metric("kube_event_duration_seconds"), costs.event_seconds);
  if (costs.filter_seconds.count > 0)
    out.push_back({std::string(own_metric("kube_jq_filter_errors_total")), labels, costs.filter_failures});
  return out;
}

metric_labels binding_labels(const std::string& module, const std::string& hook,
                             const bindings::kubernetes_binding& binding) {
  return {
    {"module", module}, {"hook", hook}, {"binding", binding.name}, {"queue", binding.queue}, {"kind", binding.kind}};
}

} // namespace core::metrics
