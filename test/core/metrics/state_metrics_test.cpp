#include "core/metrics/state_metrics.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/prometheus_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::bindings;
using namespace core::metrics;
using namespace core::tasks;

namespace {

/// The lines of /metrics with an empty prefix, without help and type.
std::string shown(const measured_metrics& measured) {
  metric_registry registry;
  declare_builtin_metrics(registry, "");
  for (const auto& x : measured) REQUIRE(registry.add_measured(x.name, x.labels, x.value));
  std::string out;
  const auto text = metrics_text(registry);
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at) + 1;
    if (text[at] != '#') out += text.substr(at, end - at);
    at = end;
  }
  return out;
}

run_hook_for_events events_of(const std::string& module, std::vector<std::string> bindings) {
  run_hook_for_events x;
  x.module = module;
  x.hook = "a.sh";
  x.bindings = std::move(bindings);
  return x;
}

} // namespace

TEST_CASE("a queue shows its length, and its head if there is one") {
  CHECK(shown(queue_metrics("main", {})) == "tasks_queue_length{queue=\"main\"} 0\n");
  const std::deque<queued_task> tasks{{1, run_module{"web", 1, "test"}}, {2, discover_modules{}}};
  CHECK(shown(queue_metrics("main", tasks))
        == "tasks_queue_head_info{hook=\"\",module=\"web\",queue=\"main\",task_type=\"ModuleRun\"} 1\n"
           "tasks_queue_length{queue=\"main\"} 2\n");
}

TEST_CASE("a pause of a module or a queue is shown as 1") {
  CHECK(shown({pause_of_module("web", hold::paused)}) == "module_paused{module=\"web\"} 1\n");
  CHECK(shown({pause_of_module("web", hold::none)}) == "module_paused{module=\"web\"} 0\n");
  CHECK(shown({pause_of_queue("main", hold::paused)}) == "tasks_queue_paused{queue=\"main\"} 1\n");
  CHECK(shown({pause_of_queue("main", hold::none)}) == "tasks_queue_paused{queue=\"main\"} 0\n");
}

TEST_CASE("a wait is counted for the binding of a hook's run, for other tasks under their type") {
  struct row {
    core::tasks::task task;
    const char* module;
    const char* hook;
    const char* binding;
  };
  const row rows[] = {
    {run_global_hook{"g.sh", run_global_hook::moment::before_all}, "", "g.sh", "beforeAll"},
    {synchronize_global_hook{"g.sh"}, "", "g.sh", "GlobalHookEnableKubernetesBindings"},
    {reload_modules{"Operator-Startup"}, "", "", "ConvergeModules"},
    {run_module{"web", 1, "test"}, "web", "", "ModuleRun"},
    {delete_module{"web"}, "web", "", "ModuleDelete"},
    {events_of("web", {"pods", "nodes"}), "web", "a.sh", "pods"},
    {events_of("", {"pods"}), "", "a.sh", "pods"},
  };
  for (const auto& [task, module, hook, binding] : rows) {
    CAPTURE(binding);
    const metric_labels expected{{"module", module}, {"hook", hook}, {"binding", binding}, {"queue", "q"}};
    CHECK(wait_labels(task, "q") == expected);
  }
}

TEST_CASE("every module is shown with whether it is enabled, the enabled ones a second time") {
  CHECK(shown(module_metrics({"db", "web"}, {"web"}))
        == "mm_module_enabled{module=\"web\",version=\"\"} 1\n"
           "mm_module_info{critical=\"true\",enabled=\"false\",module=\"db\"} 1\n"
           "mm_module_info{critical=\"true\",enabled=\"true\",module=\"web\"} 1\n");
}

TEST_CASE("the bindings of a hook are counted, whatever their kind") {
  hook_definition hook;
  hook.name = "a.sh";
  hook.lifecycle = {{lifecycle_point::before_helm, 1}, {lifecycle_point::after_helm, 1}};
  hook.schedules.resize(1);
  hook.kubernetes.resize(3);
  CHECK(shown(binding_counts("web", hook_registry({hook}))) == "binding_count{hook=\"a.sh\",module=\"web\"} 6\n");
}

TEST_CASE("a kubernetes binding shows its objects, and what it has cost as soon as it has cost something") {
  kubernetes_binding binding;
  binding.name = "pods";
  binding.kind = "Pod";
  const auto labels = binding_labels("web", "a.sh", binding);
  binding_costs costs;
  const std::string text = "{binding=\"pods\",hook=\"a.sh\",kind=\"Pod\",module=\"web\",queue=\"main\"}";
  CHECK(shown(binding_metrics(labels, 7, costs)) == "kube_snapshot_objects" + text + " 7\n");
  observe(costs.event_seconds, duration_buckets(), 0.25);
  const auto lines = shown(binding_metrics(labels, 7, costs));
  CHECK(lines.find("kube_event_duration_seconds_sum" + text + " 0.25\n") != std::string::npos);
  CHECK(lines.find("kube_jq_filter_duration_seconds") == std::string::npos);
}
