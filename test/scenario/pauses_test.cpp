// Modules and queues that a person holds, and lets go on.
#include "support/debug_fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

using test::debug_fixture;
using test::shows;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The module `web` has a chart and hooks, `next` has a chart.
struct pauses_fixture : debug_fixture {
  pauses_fixture() {
    for (const auto* name : {"web", "next"})
      chart(name, std::string("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name
                    + "}\ndata: {a: \"{{ .Values." + name + ".a }}\"}\n");
    hook("web/b.sh", v1("beforeHelm: 1"));
    hook("web/start.sh", v1("onStartup: 1"));
    hook("web/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side}]\n"
                           "schedule: [{name: tick, crontab: \"* * * * *\", queue: side}]"));
  }

  /// Starts with a written ConfigMap, and forgets the work of the start.
  void start_with_config() {
    set_config({{"web", "a: 1\n"}, {"next", "a: 1\n"}});
    start();
    REQUIRE(describe().first_reload_done);
    static_cast<void>(take_journal());
  }
  bool has_problem(std::string_view begin) {
    const auto problems = describe().problems;
    return std::any_of(problems.begin(), problems.end(), [&](const auto& x) { return x.starts_with(begin); });
  }
};

constexpr auto paused = "NoResourceReconciliation";

} // namespace

TEST_CASE_FIXTURE(pauses_fixture, "a paused module stays as it is, and the end of its pause brings it up to date") {
  start_with_config();
  CHECK(order("/module/web/pause?reason=disk")
        == "module 'web' is paused: key 'webMaintenance' of the ConfigMap says "
           "so. A step of its run that has begun comes to its end\n");
  CHECK_MESSAGE(config("webMaintenance")->starts_with("NoResourceReconciliation # since "), *config("webMaintenance"));
  CHECK(config("webMaintenance")->ends_with(" by an unknown user: disk"));
  CHECK(has_problem("module 'web' is paused by key 'webMaintenance' of the ConfigMap (since "));
  CHECK(describe().paused.size() == 1);
  CHECK(shows(log(), "work_ordered order=pause module=web by=\"an unknown user\" reason=disk"));
  CHECK(shows(log(), "module_paused module=web remark="));
  CHECK(take_journal().empty());

  set_config("web", "a: 2\n");
  set_config("next", "a: 2\n");
  api().put_object(test::object_of("v1", "Pod", "p"));
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  advance(2min);
  CHECK(take_journal() == "helm template next; helm upgrade next");
  CHECK_FALSE(api().object("ConfigMap", namespace_name, "web"));

  CHECK(order("/module/web/resume") == "module 'web' goes on: its run, or its deletion, is in queue 'main'\n");
  const auto journal = take_journal();
  CHECK_MESSAGE(shows(journal, "web/pods.sh pods:Added"), journal);
  CHECK_MESSAGE(shows(journal, "web/b.sh beforeHelm; helm template web; helm upgrade web"), journal);
  CHECK_FALSE_MESSAGE(shows(journal, "web/start.sh"), journal);
  CHECK_FALSE(config("webMaintenance"));
  CHECK(describe().problems.empty());
  CHECK(api().object("ConfigMap", namespace_name, "web"));
  CHECK(shows(log(), "module_resumed module=web"));
}

TEST_CASE_FIXTURE(pauses_fixture, "a pause that stands in the ConfigMap holds at a start, and no other module waits") {
  set_config({{"web", "a: 1\n"}, {"webMaintenance", paused}});
  start();
  CHECK(take_journal() == "helm upgrade next");
  CHECK(describe().first_reload_done);
  CHECK(has_problem("module 'web' is paused by key 'webMaintenance' of the ConfigMap: "));
  remove_config("webMaintenance");
  run();
  const auto journal = take_journal();
  CHECK_MESSAGE(journal.starts_with("web/start.sh onStartup; "), journal);
  CHECK_MESSAGE(shows(journal, "helm upgrade web"), journal);
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(pauses_fixture, "a module that is switched off while it is paused goes when the pause ends") {
  start_with_config();
  set_config("webMaintenance", paused);
  set_config("webEnabled", "false");
  run();
  CHECK(take_journal() == "helm template next");
  CHECK(shows(describe().problems.at(0), "it is switched off, and its deletion waits for the end of the pause"));
  remove_config("webMaintenance");
  run();
  CHECK(take_journal() == "helm uninstall web");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(pauses_fixture, "the end of a pause that nobody has ordered is named with its manner for an hour") {
  start_with_config();
  set_config("webMaintenance", std::string(paused) + " # hands off");
  run();
  std::string manner;
  SUBCASE("the key has gone") {
    const auto object = config_map();
    api().put_object(object.with("data", text::json::object({{"web", "a: 1\n"}, {"next", "a: 1\n"}})));
    manner = "key 'webMaintenance' has gone from the ConfigMap";
  }
  SUBCASE("the key says so") {
    set_config("webMaintenance", "# hands off");
    manner = "key 'webMaintenance' says so";
  }
  run();
  CHECK(shows(log(), "WARN pause_ended module=web remark=\"hands off\""));
  REQUIRE(describe().removals.size() == 1);
  CHECK_MESSAGE(shows(describe().removals[0], "module 'web' is paused no more (hands off): " + manner),
                describe().removals[0]);
  CHECK(describe().problems.empty());
  advance(61min);
  CHECK(describe().removals.empty());
}

TEST_CASE_FIXTURE(pauses_fixture, "a release without a module stays while its name is paused") {
  helm().store({.name = "gone", .labels = {{"moduleChecksum", "x"}}});
  set_config({{"web", "a: 1\n"}, {"goneMaintenance", paused}});
  start();
  CHECK_FALSE(shows(take_journal(), "uninstall"));
  CHECK(has_problem("module 'gone' is paused by key 'goneMaintenance'"));
  remove_config("goneMaintenance");
  run();
  CHECK(shows(take_journal(), "helm uninstall gone"));
}

TEST_CASE_FIXTURE(pauses_fixture, "the pause of a module that fails lets the modules behind it run") {
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no"; });
  set_config("web", "a: 1\n");
  start();
  CHECK_FALSE(shows(take_journal(), "helm"));
  order("/module/web/pause");
  CHECK(take_journal() == "helm upgrade next");
  CHECK(describe().first_reload_done);
  CHECK_FALSE(has_problem("queue 'main'"));
}

TEST_CASE_FIXTURE(pauses_fixture, "a run that is paused ends before its next step, and its chart stays") {
  start_with_config();
  replay("web/b.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  set_config("web", "a: 2\n");
  run();
  order("/module/web/pause");
  finish_running();
  CHECK(take_journal() == "web/b.sh beforeHelm");
  replay("web/b.sh", {});
  order("/module/web/resume");
  CHECK(take_journal() == "web/b.sh beforeHelm; helm template web; helm upgrade web");
}

TEST_CASE_FIXTURE(pauses_fixture, "a failed task is tried at once when a person or the ConfigMap has repaired it") {
  start_with_config();
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no"; });
  set_config("web", "a: 2\n");
  run();
  CHECK(take_journal() == "web/b.sh beforeHelm");
  CHECK(order("/module/next/retry").starts_with("module 'next': no try of it has failed"));
  for (int i = 0; i < 2; ++i) {
    CHECK(order("/module/web/retry").starts_with("module 'web': its failed work is tried again now"));
    CHECK(take_journal() == "web/b.sh beforeHelm");
  }
  replay("web/b.sh", {});
  set_config("web", "a: 3\n");
  advance(5s);
  CHECK(take_journal() == "web/b.sh beforeHelm; helm template web; helm upgrade web");
}

TEST_CASE_FIXTURE(pauses_fixture, "where no try has failed, a retry says so and runs nothing") {
  start_with_config();
  CHECK(order("/module/web/retry")
        == "module 'web': no try of it has failed, so none is repeated; addon-operator module run web runs it now\n");
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(pauses_fixture, "a failed hook in a queue of its own is tried at once when its values are repaired") {
  start_with_config();
  replay("web/pods.sh", [](test::hook_run& run) { run.failure = "no"; });
  api().put_object(test::object_of("v1", "Pod", "p"));
  run();
  advance(16s);
  static_cast<void>(take_journal());
  replay("web/pods.sh", {});
  set_config("web", "a: 2\n");
  run();
  CHECK_MESSAGE(shows(take_journal(), "web/pods.sh pods:Added"), "its next try would be in some seconds");
}

TEST_CASE_FIXTURE(pauses_fixture, "a module is run by order, although nothing has changed") {
  start_with_config();
  order("/module/web/run");
  CHECK(take_journal() == "web/b.sh beforeHelm");
}

TEST_CASE_FIXTURE(pauses_fixture, "an order that cannot be followed says why") {
  module("030-off", "offEnabled: false\n");
  start_with_config();
  const auto refused = [&](const std::string& path, int status, std::string_view why) {
    const auto reply = debug_order(path);
    CHECK(reply.status == status);
    CHECK_MESSAGE(shows(reply.body, why), reply.body);
  };
  refused("/module/web/resume", 409, "module 'web' is not paused");
  refused("/module/wbe/pause", 404, "did you mean web?");
  refused("/module/off/run", 409, "module 'off' is not enabled: addon-operator trace why disabled off");
  refused("/queue/main/resume", 409, "queue 'main' is not paused");
  refused("/queue/min/pause", 404, "did you mean main?");
  refused("/module/web/pause?reason=" + std::string(501, 'x'), 400, "more than 500 bytes");
  order("/module/web/pause");
  refused("/module/web/run", 409, "module 'web' is paused by key");
  refused("/module/web/retry", 409, "module 'web' is paused by key");
  CHECK_MESSAGE(debug_page("/module/web/pause").status == 405, "a page that is looked at changes nothing");
  CHECK(describe().paused.size() == 1);
}

TEST_CASE_FIXTURE(pauses_fixture, "a paused queue begins no task, and goes on where it was") {
  start_with_config();
  order("/queue/main/pause?reason=look");
  set_config("web", "a: 2\n");
  run();
  advance(1min);
  CHECK(take_journal().find("helm") == std::string::npos);
  CHECK(has_problem("queue 'main' is paused: since "));
  CHECK(shows(debug_page("/queue/main.text").body, "status: 'paused since "));
  CHECK(order("/queue/main/resume") == "queue 'main' goes on\n");
  CHECK(shows(take_journal(), "web/b.sh beforeHelm; helm template web; helm upgrade web"));
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(pauses_fixture, "pauses are metrics, and a paused queue is listed without a task") {
  start_with_config();
  const auto is_measured = [this](const std::string& line) { return shows(metrics_text(), "addon_operator_" + line); };
  CHECK(is_measured("module_paused{module=\"web\"} 0\n"));
  CHECK(is_measured("tasks_queue_paused{queue=\"main\"} 0\n"));
  order("/module/web/pause");
  order("/queue/main/pause");
  CHECK(is_measured("module_paused{module=\"web\"} 1\n"));
  CHECK(is_measured("module_paused{module=\"next\"} 0\n"));
  CHECK(is_measured("tasks_queue_paused{queue=\"main\"} 1\n"));
  CHECK_MESSAGE(shows(page("/queue/list.text"), "Queue 'main': length 0, status: 'paused since "),
                page("/queue/list.text"));
  order("/queue/main/resume");
  CHECK_FALSE(shows(page("/queue/list.text"), "Queue 'main'"));
}

TEST_CASE_FIXTURE(pauses_fixture, "a pause is shown as a state of its module, and is no problem") {
  start_with_config();
  order("/module/web/pause?reason=disk");
  const auto status = debug_page("/status.json").body;
  CHECK_MESSAGE(shows(status, R"("well":true)"), status);
  CHECK_MESSAGE(shows(status, R"("name":"web","reason":"since )"), status);
  CHECK_MESSAGE(shows(status, R"("state":"paused")"), status);
  const auto list = debug_page("/module/list.text").body;
  CHECK_MESSAGE(shows(list, "  paused (since "), list);
  order("/module/web/resume");
  CHECK(shows(debug_page("/status.json").body, R"("well":true)"));
}

TEST_CASE_FIXTURE(pauses_fixture, "a module that needs a paused module runs, unless that module has failed") {
  write("modules/020-next/module.yaml", "needs: [web]\n");
  start_with_config();
  order("/module/web/pause");
  set_config("next", "a: 2\n");
  run();
  CHECK(take_journal() == "helm template next; helm upgrade next");
  order("/module/web/resume");
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no"; });
  order("/module/web/run");
  static_cast<void>(take_journal());
  order("/module/web/pause");
  set_config("next", "a: 3\n");
  run();
  CHECK_FALSE(shows(take_journal(), "helm"));
  CHECK(has_problem("needs of module 'next': it waits: it needs module 'web', which has failed"));
  replay("web/b.sh", {});
  order("/module/web/resume");
  CHECK(shows(take_journal(), "helm upgrade next"));
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(pauses_fixture, "the pause of a failed module that others pass ends its tries") {
  setup.on_module_failure = core::main_queue::module_failure::go_on;
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no"; });
  set_config("web", "a: 1\n");
  start();
  CHECK(shows(take_journal(), "helm upgrade next"));
  order("/module/web/pause");
  CHECK_FALSE(has_problem("queue 'main'"));
  static_cast<void>(take_journal());
  advance(2min);
  CHECK_FALSE(shows(take_journal(), "web/b.sh"));
  replay("web/b.sh", {});
  order("/module/web/resume");
  CHECK(shows(take_journal(), "web/b.sh beforeHelm; helm upgrade web"));
}
