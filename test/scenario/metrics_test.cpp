#include "support/operator_fixture.hpp"

#include <cstdlib>
#include <map>
#include <string>
#include <utility>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

/// Values by series in the form of Prometheus' text: `NAME{LABEL="…"}`.
std::map<std::string, double> series_of(const std::string& text) {
  std::map<std::string, double> series;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    const auto space = line.rfind(' ');
    if (!line.starts_with('#')) series[line.substr(0, space)] = std::strtod(line.c_str() + space, nullptr);
  }
  return series;
}

struct metrics_fixture : operator_fixture {
  metrics_fixture() {
    module("010-web");
    module("020-off", "offEnabled: false\n");
    chart("web", chart_of_web);
    enabled_script("web");
    hook("global/all.sh", v1("beforeAll: 1\nafterAll: 1"));
    hook("web/a.sh", v1("beforeHelm: 1\nkubernetes: [{name: pods, kind: Pod, jqFilter: .metadata.labels}]"));
    api().put_object(test::object_of("v1", "Pod", "a", {{"app", "web"}}));
  }

  double value(const std::string& series) {
    const auto all = series_of(metrics_text());
    const auto found = all.find("addon_operator_" + series);
    return found == all.end() ? -1 : found->second;
  }
};

} // namespace

TEST_CASE_FIXTURE(metrics_fixture, "after a converge the metrics of the predecessor are there, with its labels") {
  start();
  REQUIRE(describe().first_reload_done);
  const auto shown = series_of(metrics_text());
  const std::string global_run = R"({activation="OperatorStartup",binding="beforeAll",hook="all.sh",queue="main"})";
  const std::string module_run =
    R"({activation="OperatorStartup",binding="beforeHelm",hook="hooks/a.sh",module="web",queue="main"})";
  const std::string enabled_run =
    R"({activation="OperatorStartup",binding="enabled",hook="enabled",module="web",queue="main"})";
  const std::string binding = R"({binding="pods",hook="hooks/a.sh",kind="Pod",module="web",queue="main"})";
  const std::pair<std::string, double> rows[] = {
    {R"(binding_count{hook="all.sh",module=""})", 2},
    {R"(binding_count{hook="hooks/a.sh",module="web"})", 2},
    {"config_values_errors_total", 0},
    {R"(module_run_seconds_count{activation="OperatorStartup",module="web"})", 1},
    {"global_hook_run_seconds_count" + global_run, 1},
    {"global_hook_run_user_cpu_seconds_sum" + global_run, 0.003},
    {"global_hook_run_sys_cpu_seconds_sum" + global_run, 0.001},
    {"global_hook_run_max_rss_bytes" + global_run, 1 << 20},
    {"global_hook_errors_total" + global_run, 0},
    {"global_hook_allowed_errors_total" + global_run, 0},
    {"global_hook_success_total" + global_run, 1},
    {"module_hook_run_seconds_count" + module_run, 1},
    {"module_hook_run_user_cpu_seconds_sum" + module_run, 0.003},
    {"module_hook_run_sys_cpu_seconds_sum" + module_run, 0.001},
    {"module_hook_run_max_rss_bytes" + module_run, 1 << 20},
    {"module_hook_errors_total" + module_run, 0},
    {"module_hook_allowed_errors_total" + module_run, 0},
    {"module_hook_success_total" + module_run, 1},
    {"module_hook_run_user_cpu_seconds_sum" + enabled_run, 0.003},
    {"module_hook_run_sys_cpu_seconds_sum" + enabled_run, 0.001},
    {"module_hook_run_max_rss_bytes" + enabled_run, 1 << 20},
    {R"(convergence_seconds{activation="OperatorStartup"})", 0},
    {R"(convergence_total{activation="OperatorStartup"})", 1},
    {R"(module_helm_seconds_count{activation="OperatorStartup",module="web"})", 1},
    {R"(helm_operation_seconds_count{activation="OperatorStartup",module="web",operation="upgrade"})", 1},
    {R"(mm_module_info{critical="true",enabled="true",module="web"})", 1},
    {R"(mm_module_info{critical="true",enabled="false",module="off"})", 1},
    {R"(mm_module_enabled{module="web",version=""})", 1},
    {R"(task_wait_in_queue_seconds_total{binding="ModuleRun",hook="",module="web",queue="main"})", 0},
    {R"(task_wait_in_queue_seconds_total{binding="beforeAll",hook="all.sh",module="",queue="main"})", 0},
    {R"(tasks_queue_length{queue="main"})", 0},
    {"live_ticks", 1},
    {"kube_snapshot_objects" + binding, 1},
    {"kube_jq_filter_duration_seconds_count" + binding, 1},
    {"kube_event_duration_seconds_count" + binding, 1},
    {R"(kubernetes_client_request_result_total{code="200",component="main",host="api:6443",method="GET"})", 1},
    {R"(kubernetes_client_request_latency_seconds_count{component="main",url="/api/v1/pods",verb="GET"})", 1},
  };
  for (const auto& [series, least] : rows) {
    CAPTURE(series);
    const auto found = shown.find("addon_operator_" + series);
    REQUIRE(found != shown.end());
    CHECK(found->second >= least);
  }
  CHECK_FALSE(shown.contains(R"(addon_operator_mm_module_enabled{module="off",version=""})"));
}

TEST_CASE_FIXTURE(metrics_fixture, "the head that holds up a queue is shown, and how long it has waited in all") {
  hook("web/b.sh", v1("beforeHelm: 2"), [](test::hook_run& run) { run.failure = "no disk"; });
  start();
  CHECK(value(R"(tasks_queue_length{queue="main"})") == 2);
  const auto* head = R"(tasks_queue_head_info{hook="",module="web",queue="main",task_type="ModuleRun"})";
  CHECK(value(head) == 1);
  CHECK(value(R"(module_run_errors_total{module="web"})") == 1);
  advance(5s);
  CHECK(value(R"(task_wait_in_queue_seconds_total{binding="ModuleRun",hook="",module="web",queue="main"})") == 5);
  replay("web/b.sh", {});
  advance(30s);
  CHECK(value(R"(tasks_queue_length{queue="main"})") == 0);
  CHECK(value(head) == -1);
}

TEST_CASE_FIXTURE(metrics_fixture, "the errors of a configuration rise for as long as it is invalid") {
  set_config("web", "a: [\n");
  start();
  const auto at_start = value("config_values_errors_total");
  CHECK(at_start >= 1);
  advance(60s);
  CHECK(value("config_values_errors_total") == at_start + 12);
  set_config("web", "a: 1\n");
  run();
  const auto repaired = value("config_values_errors_total");
  advance(1h);
  CHECK(value("config_values_errors_total") == repaired);
}

TEST_CASE_FIXTURE(metrics_fixture, "a disabled module takes the metrics of its bindings with it") {
  start();
  const auto* objects =
    R"(kube_snapshot_objects{binding="pods",hook="hooks/a.sh",kind="Pod",module="web",queue="main"})";
  REQUIRE(value(objects) == 1);
  set_config("webEnabled", "false");
  run();
  CHECK(value(objects) == -1);
  CHECK(value(R"(mm_module_enabled{module="web",version=""})") == -1);
  CHECK(value(R"(mm_module_info{critical="true",enabled="false",module="web"})") == 1);
}

TEST_CASE_FIXTURE(metrics_fixture, "the queues of a module that is off are not shown, unless others use them") {
  const auto in_queue = [](const std::string& queue) {
    return v1("kubernetes: [{name: pods, kind: Pod, queue: " + queue + "}]");
  };
  hook("web/own.sh", in_queue("own"));
  hook("web/shared.sh", in_queue("shared"));
  module("030-other");
  hook("other/shared.sh", in_queue("shared"));
  start();
  const std::string own = R"(tasks_queue_length{queue="own"})";
  const std::string shared = R"(tasks_queue_length{queue="shared"})";
  CHECK(value(own) == 0);
  CHECK(value(shared) == 0);
  set_config("webEnabled", "false");
  run();
  CHECK(value(own) == -1);
  CHECK(value(shared) == 0);
  set_config("otherEnabled", "false");
  run();
  CHECK(value(shared) == -1);
  CHECK(value(R"(tasks_queue_length{queue="main"})") == 0);
  set_config("webEnabled", "true");
  run();
  CHECK(value(own) == 0);
  CHECK(value(shared) == 0);
}

TEST_CASE_FIXTURE(metrics_fixture, "a hook that has never run takes less than 2 kB of the page") {
  constexpr std::size_t hooks = 10;
  const auto bindings = v1("schedule: [{name: yearly, crontab: 0 0 1 1 *}]\nkubernetes: [{name: pods, kind: Pod, "
                           "executeHookOnSynchronization: false}]");
  start();
  const auto before = metrics_text().size();
  module("030-rare");
  for (std::size_t i = 0; i < hooks; ++i) hook("rare/" + std::to_string(i) + ".sh", bindings);
  stop();
  start();
  REQUIRE(value(R"(binding_count{hook="hooks/9.sh",module="rare"})") == 2);
  REQUIRE(runs_of("rare/9.sh").empty());
  CHECK(metrics_text().size() - before < hooks * 2'000);
}

TEST_CASE_FIXTURE(metrics_fixture,
                  "a disabled module takes the metrics of its hooks with it, and what has been counted stays") {
  const auto metrics =
    R"({"name":"seen","add":2} {"name":"level","set":7,"group":"g"} {"name":"took","action":"observe",
    "value":1,"buckets":[2]})";
  const auto of_global = R"({"name":"level","set":7,"group":"g","labels":{"module":"web"}})";
  replay("web/a.sh", [=](test::hook_run& run) { run.metrics = metrics; });
  replay("global/all.sh", [=](test::hook_run& run) { run.metrics = of_global; });
  start();
  const auto* memory = R"(module_hook_run_max_rss_bytes{activation="OperatorStartup",binding="beforeHelm",)"
                       R"(hook="hooks/a.sh",module="web",queue="main"})";
  const auto* runs = R"(module_hook_success_total{activation="OperatorStartup",binding="beforeHelm",)"
                     R"(hook="hooks/a.sh",module="web",queue="main"})";
  REQUIRE(series_of(hook_metrics_text()).contains(R"(seen{hook="hooks/a.sh",module="web"})"));
  REQUIRE(value(memory) > 0);
  REQUIRE(value(runs) == 1);
  set_config("webEnabled", "false");
  run();
  const std::map<std::string, double> of_others{{R"(level{hook="all.sh",module="web"})", 7}};
  CHECK(series_of(hook_metrics_text()) == of_others);
  CHECK(value(memory) == -1);
  CHECK(value(R"(binding_count{hook="hooks/a.sh",module="web"})") == -1);
  CHECK(value(runs) == 1);

  set_config("webEnabled", "true");
  run();
  CHECK(series_of(hook_metrics_text()).contains(R"(seen{hook="hooks/a.sh",module="web"})"));
  CHECK(value(R"(binding_count{hook="hooks/a.sh",module="web"})") == 2);
}

TEST_CASE_FIXTURE(metrics_fixture, "metrics of hooks are on a page of their own, with labels that name their owners") {
  const auto metrics = R"({"name":"{PREFIX}seen","add":2,"labels":{"node":"n"}} {"name":"level","set":7})";
  replay("global/all.sh", [=](test::hook_run& run) { run.metrics = metrics; });
  replay("web/a.sh", [=](test::hook_run& run) { run.metrics = metrics; });
  start();
  const auto shown = series_of(hook_metrics_text());
  const std::map<std::string, double> expected{
    {R"(addon_operator_seen{hook="hooks/a.sh",module="web",node="n"})", 4},
    {R"(addon_operator_seen{hook="all.sh",node="n"})", 4},
    {R"(level{hook="hooks/a.sh",module="web"})", 7},
    {R"(level{hook="all.sh"})", 7},
  };
  CHECK(shown == expected);
  CHECK(metrics_text().find("level") == std::string::npos);
}
