// Kinds that cannot be known for now, because the server of their API group is down, or only another version
// is served.
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct group_fixture : operator_fixture {
  group_fixture() {
    module("010-web");
    hook("web/helm.sh", v1("beforeHelm: 1"));
  }
  void lose_metrics() { api().lose_group("metrics.example.com", "v1"); }
  static kube::api::resource monitors_kind() {
    return simulation::custom_resource("metrics.example.com", "v1", "Monitor", "monitors");
  }
  void find_metrics() {
    api().find_group("metrics.example.com");
    api().add_resource(monitors_kind());
    advance(2min);
  }
  [[nodiscard]] bool says(std::string_view text) {
    const auto problems = describe().problems;
    return std::any_of(problems.begin(), problems.end(), [&](const auto& x) { return x.find(text) != x.npos; });
  }
};

constexpr auto binds_to_monitors = "kubernetes: [{name: monitors, kind: Monitor}]";

} // namespace

TEST_CASE_FIXTURE(group_fixture,
                  "a group whose server is away holds up the global hook that may mean it, and nobody else") {
  lose_metrics();
  hook("global/monitors.sh", v1(binds_to_monitors));
  hook("global/nodes.sh", v1("kubernetes: [{name: nodes, kind: Node}]"));
  start();
  advance(1min);
  CHECK(take_journal() == "global/nodes.sh nodes:Synchronization; web/helm.sh beforeHelm");
  CHECK(describe().first_reload_done);
  CHECK(log().find("global_hook_put_off hook=monitors.sh") != std::string::npos);
  CHECK(says("global hooks wait for objects: hook 'monitors.sh', binding 'monitors': kind 'Monitor' is not known yet: "
             "metrics.example.com/v1: "));
  CHECK(says("the other hooks and the modules go on, and no release is removed"));

  SUBCASE("it runs when the group is back, and a reload follows") {
    api().find_group("metrics.example.com");
    api().add_resource(simulation::custom_resource("metrics.example.com", "v1", "Monitor", "monitors"));
    advance(2min);
    CHECK(take_journal() == "global/monitors.sh monitors:Synchronization; web/helm.sh beforeHelm");
    CHECK_FALSE(says("global hooks wait"));
  }
  SUBCASE("it runs when the group is known not to have the kind") {
    api().find_group("metrics.example.com");
    advance(2min);
    CHECK(take_journal() == "global/monitors.sh monitors:Synchronization; web/helm.sh beforeHelm");
  }
}

TEST_CASE_FIXTURE(group_fixture, "a kind that is found elsewhere is found while another group is away") {
  lose_metrics();
  api().add_resource(simulation::custom_resource("example.com", "v1", "Monitor", "monitors"));
  hook("global/monitors.sh", v1(binds_to_monitors));
  start();
  CHECK(take_journal() == "global/monitors.sh monitors:Synchronization; web/helm.sh beforeHelm");
}

TEST_CASE_FIXTURE(group_fixture,
                  "a global hook that waits for its kind has no part in reloads, and no release goes meanwhile") {
  lose_metrics();
  create_config_map();
  module("020-db", "dbEnabled: false\n");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  helm().store({.name = "db", .labels = {{"moduleChecksum", "x"}}});
  hook("global/monitors.sh", v1(std::string("onStartup: 1\nbeforeAll: 1\nafterAll: 1\n") + binds_to_monitors),
       [](test::hook_run& run) {
         if (run.reasons().find("Synchronization") != std::string::npos)
           run.values_patch = R"([{"op":"add","path":"/dbEnabled","value":true}])";
       });
  start();
  advance(1min);
  CHECK(take_journal() == "global/monitors.sh onStartup; web/helm.sh beforeHelm");
  CHECK(
    says("a global hook that does not run may be what switches modules on: these releases would be removed, and stay "
         "as they are: db"));
  api().find_group("metrics.example.com");
  advance(2min);
  const auto journal = take_journal();
  CHECK(journal.find("global/monitors.sh monitors:Synchronization; global/monitors.sh beforeAll") == 0);
  CHECK_MESSAGE(journal.find("helm uninstall") == std::string::npos, "the hook has switched it on");
  CHECK(journal.find("helm upgrade db") != std::string::npos);
}

TEST_CASE_FIXTURE(group_fixture, "a version that is not served holds up its own hook, also a global one") {
  api().add_resource(simulation::custom_resource("example.com", "v2", "Monitor", "monitors"));
  hook("global/monitors.sh", v1("kubernetes: [{name: monitors, apiVersion: example.com/v1, kind: Monitor}]"));
  start();
  advance(1min);
  CHECK(take_journal() == "web/helm.sh beforeHelm");
  CHECK(says("the API server serves the kind as example.com/v2 only: take that for apiVersion"));
}

TEST_CASE_FIXTURE(group_fixture, "a group that goes away after it was found holds up its own global hook alone") {
  api().add_resource(monitors_kind());
  hook("global/monitors.sh", v1(binds_to_monitors));
  api().hold({"GET", "/monitors"});
  start();
  lose_metrics();
  api().release();
  advance(1min);
  CHECK(take_journal() == "web/helm.sh beforeHelm");
  CHECK(says("global hooks wait for objects: hook 'monitors.sh', binding 'monitors': the API server has not answered"));
  find_metrics();
  CHECK(take_journal() == "global/monitors.sh monitors:Synchronization; web/helm.sh beforeHelm");
}

TEST_CASE_FIXTURE(group_fixture, "a module whose hook means a group that is away is installed without this hook") {
  lose_metrics();
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  hook("db/monitors.sh",
       v1(std::string("onStartup: 1\nbeforeHelm: 1\nafterHelm: 1\n")
          + "kubernetes: [{name: monitors, kind: Monitor}, {name: nodes, kind: Node, queue: nodes}]"));
  hook("db/nodes.sh", v1("beforeHelm: 2\nkubernetes: [{name: nodes, kind: Node}]"));
  start();
  advance(1min);
  CHECK(take_journal()
        == "web/helm.sh beforeHelm; db/monitors.sh onStartup; db/nodes.sh nodes:Synchronization; "
           "db/nodes.sh beforeHelm; helm upgrade db");
  CHECK(log().find("module_hook_put_off module=db hook=hooks/monitors.sh") != std::string::npos);
  CHECK(
    says("hooks of module 'db' wait for objects: hook 'hooks/monitors.sh', binding 'monitors': kind 'Monitor' is not "
         "known yet: metrics.example.com/v1: "));
  CHECK(says("; the module goes on without these hooks"));

  SUBCASE("the hook is synchronized before the next Helm step when the group is back") {
    find_metrics();
    CHECK(
      take_journal()
      == "db/monitors.sh monitors:Synchronization; db/monitors.sh nodes:Synchronization; db/monitors.sh beforeHelm; "
         "db/nodes.sh beforeHelm; db/monitors.sh afterHelm");
    CHECK_FALSE(says("wait for objects"));
  }
  SUBCASE("it is synchronized once if the module is switched off and on meanwhile") {
    create_config_map();
    set_config("dbEnabled", "false");
    advance(10min);
    CHECK_FALSE(says("hooks of module 'db' wait"));
    set_config("dbEnabled", "true");
    advance(1min);
    CHECK(take_journal().find("monitors:Synchronization") == std::string::npos);
    find_metrics();
    const auto journal = take_journal();
    CHECK(journal.find("monitors:Synchronization") != std::string::npos);
    CHECK(journal.find("monitors:Synchronization") == journal.rfind("monitors:Synchronization"));
  }
}

TEST_CASE_FIXTURE(group_fixture, "what a hook that is put off had set keeps its objects in the release") {
  setup.helm.platform = {"shop", {}};
  api().add_resource(monitors_kind());
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n---\n{{ .Values.db.extra }}\n");
  hook("db/monitors.sh", v1(binds_to_monitors), [](test::hook_run& run) {
    run.values_patch =
      R"([{"op":"add","path":"/db/extra","value":"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra}"}])";
  });
  start();
  advance(1min);
  REQUIRE(take_journal().find("helm upgrade db") != std::string::npos);
  lose_metrics();
  stop();
  start();
  advance(1min);
  CHECK(take_journal().find("helm upgrade db") == std::string::npos);
  CHECK(says("release of module 'db' is held"));
  CHECK(says("hooks of module 'db' wait for objects"));
  find_metrics();
  CHECK_FALSE(says("is held"));
  CHECK(api().object("ConfigMap", namespace_name, "extra").has_value());
}

TEST_CASE_FIXTURE(group_fixture, "a group that goes away after it was found holds up no module") {
  api().add_resource(monitors_kind());
  module("020-db");
  hook("db/monitors.sh", v1(binds_to_monitors));
  hook("db/helm.sh", v1("beforeHelm: 1"));
  api().hold({"GET", "/monitors"});
  start();
  lose_metrics();
  api().release();
  advance(1min);
  CHECK(take_journal() == "web/helm.sh beforeHelm; db/helm.sh beforeHelm");
  find_metrics();
  CHECK(take_journal() == "db/monitors.sh monitors:Synchronization; db/helm.sh beforeHelm");
}

TEST_CASE_FIXTURE(group_fixture, "a list that is refused holds up the module, whatever group is away") {
  lose_metrics();
  module("020-db");
  hook("db/monitors.sh", v1(binds_to_monitors));
  hook("db/nodes.sh", v1("kubernetes: [{name: nodes, kind: Node}]"));
  hook("db/helm.sh", v1("beforeHelm: 1"));
  api().fail_next({{"GET", "/nodes"}, simulation::refusal(403, "Forbidden"), 100000});
  start();
  advance(1min);
  CHECK(take_journal() == "web/helm.sh beforeHelm");
  api().clear_faults();
  advance(2min);
  CHECK(take_journal() == "db/nodes.sh nodes:Synchronization; db/helm.sh beforeHelm");
}
