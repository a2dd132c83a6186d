#include "contract/step_fixture.hpp"

using test::set;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// Hooks of both owners that react to pods and to time, and hooks that show which runs and reloads follow.
struct event_fixture : test::step_fixture {
  event_fixture() {
    node = api().put_object(test::object_of("v1", "Node", "n", {}, ""));
    hook("global/all.sh", v1("beforeAll: 1"));
    hook("global/z.sh", v1("kubernetes:\n"
                           "- {name: pods, kind: Pod, jqFilter: .metadata.labels, includeSnapshotsFrom: [nodes]}\n"
                           "- {name: nodes, kind: Node, executeHookOnSynchronization: false}\n"));
    hook("global/tick.sh", v1("schedule: [{name: minutes, crontab: '* * * * *', includeSnapshotsFrom: [nodes]}]\n"
                              "kubernetes: [{name: nodes, kind: Node, executeHookOnSynchronization: false}]"));
    hook("web/start.sh", v1("onStartup: 1"));
    hook("web/helm.sh", v1("beforeHelm: 1"));
    hook("web/z.sh", v1("kubernetes:\n"
                        "- {name: secrets, kind: Secret, namespace: {nameSelector: {matchNames: [default]}},"
                        " includeSnapshotsFrom: [nodes], queue: side}\n"
                        "- {name: nodes, kind: Node, executeHookOnSynchronization: false}"));
    hook("web/tick.sh", v1("schedule: [{name: hours, crontab: '0 * * * *', queue: side}]"));
    // The hook of the minutes must not disturb cases about something else.
    hook("first/helm.sh", v1("beforeHelm: 1"));
  }

  void start_quietly() {
    start();
    static_cast<void>(take_journal());
  }
  [[nodiscard]] std::string nodes() const { return R"({"nodes":[{"object":)" + node.dump() + "}]}"; }

  static constexpr auto reload = "global/all.sh beforeAll; first/helm.sh beforeHelm; web/helm.sh beforeHelm";
  text::json node;
};

test::hook_script patching(std::string config_patch, std::string values_patch) {
  return [config_patch, values_patch](test::hook_run& run) {
    run.config_patch = config_patch;
    run.values_patch = values_patch;
  };
}

} // namespace

TEST_CASE_FIXTURE(event_fixture, "step 9: an event runs the global hook, changed global values reload all modules") {
  start_quietly();
  const auto pod = api().put_object(test::object_of("v1", "Pod", "p", {{"app", "x"}}));
  run();
  const auto seen = last_run("global/z.sh");
  CHECK(test::parsed(seen.context)
        == test::parsed(R"([{"binding":"pods","filterResult":{"app":"x"},"object":)" + pod.dump() + R"(,"snapshots":)"
                        + nodes() + R"(,"type":"Event","watchEvent":"Added"}])"));
  CHECK(seen.config_values == global_config);
  CHECK(seen.values == global_values);
  CHECK_MESSAGE(take_journal() == "global/z.sh pods:Added", "values did not change: nothing follows");

  replay("global/z.sh", patching(set("/global/c", "1"), set("/global/found", "true")));
  api().put_object(test::object_of("v1", "Pod", "p", {{"app", "y"}}));
  run();
  CHECK(take_journal() == "global/z.sh pods:Modified; " + std::string(reload));
  CHECK(section("global").dump() == R"({"b":"config","c":1})");
  CHECK(last_run("global/all.sh").values == R"({"global":{"a":"static","b":"config","c":1,"found":true}})");

  // The same patch again changes no value; neither does an object with the same filter result.
  api().delete_object("Pod", "default", "p");
  run();
  CHECK(take_journal() == "global/z.sh pods:Deleted");
}

TEST_CASE_FIXTURE(event_fixture, "step 9: an enabled flag that an event's hook sets reloads all modules") {
  start_quietly();
  replay("global/z.sh", patching("", set("/webEnabled", "true")));
  api().put_object(test::object_of("v1", "Pod", "p"));
  run();
  CHECK(take_journal() == "global/z.sh pods:Added");
  replay("global/z.sh", patching("", set("/webEnabled", "false")));
  api().delete_object("Pod", "default", "p");
  run();
  CHECK(take_journal() == "global/z.sh pods:Deleted; global/all.sh beforeAll; first/helm.sh beforeHelm");
}

TEST_CASE_FIXTURE(event_fixture, "step 10: an event runs the module's hook, changed module values run the module") {
  start_quietly();
  const auto secret = api().put_object(test::object_of("v1", "Secret", "s"));
  run();
  const auto seen = last_run("web/z.sh");
  CHECK(test::parsed(seen.context)
        == test::parsed(R"([{"binding":"secrets","object":)" + secret.dump() + R"(,"snapshots":)" + nodes()
                        + R"(,"type":"Event","watchEvent":"Added"}])"));
  CHECK(seen.config_values == web_config);
  CHECK(seen.values == web_values);
  CHECK(take_journal() == "web/z.sh secrets:Added");

  replay("web/z.sh", patching(set("/web/c", "1"), set("/web/found", "true")));
  api().delete_object("Secret", "default", "s");
  run();
  CHECK(take_journal() == "web/z.sh secrets:Deleted; web/helm.sh beforeHelm");
  CHECK(section("web").dump() == R"({"c":1,"name":"config"})");
  CHECK(last_run("web/helm.sh").value("/web").dump() == R"({"c":1,"common":1,"found":true,"name":"config","own":2})");
}

TEST_CASE_FIXTURE(event_fixture, "step 11: a tick runs the global hook, changed global values reload all modules") {
  start_quietly();
  advance(59s);
  CHECK(take_journal().empty());
  advance(1s);
  const auto seen = last_run("global/tick.sh");
  CHECK(test::parsed(seen.context)
        == test::parsed(R"([{"binding":"minutes","snapshots":)" + nodes() + R"(,"type":"Schedule"}])"));
  CHECK(seen.config_values == global_config);
  CHECK(seen.values == global_values);
  CHECK(take_journal() == "global/tick.sh minutes");

  replay("global/tick.sh", patching(set("/global/c", "1"), set("/global/found", "true")));
  advance(60s);
  CHECK(take_journal() == "global/tick.sh minutes; " + std::string(reload));
  CHECK(section("global").dump() == R"({"b":"config","c":1})");
  CHECK(last_run("global/all.sh").value("/global/found").dump() == "true");
  advance(60s);
  CHECK(take_journal() == "global/tick.sh minutes");
}

TEST_CASE_FIXTURE(event_fixture, "step 12: a tick runs the module's hook, changed module values run the module") {
  start_quietly();
  advance(1h);
  const auto seen = last_run("web/tick.sh");
  CHECK(seen.context == R"([{"binding":"hours","type":"Schedule"}])");
  CHECK(seen.config_values == web_config);
  CHECK(seen.values == web_values);
  CHECK(runs_of("web/tick.sh").size() == 1);
  CHECK_MESSAGE(runs_of("web/helm.sh").size() == 1, "values did not change: nothing follows");

  replay("web/tick.sh", patching(set("/web/c", "1"), set("/web/found", "true")));
  advance(1h);
  CHECK(section("web").dump() == R"({"c":1,"name":"config"})");
  CHECK(runs_of("web/helm.sh").size() == 2);
  CHECK(last_run("web/helm.sh").value("/web/found").dump() == "true");
  advance(1h);
  CHECK(runs_of("web/tick.sh").size() == 3);
  CHECK(runs_of("web/helm.sh").size() == 2);
  CHECK(runs_of("global/all.sh").size() == 1);
}
