// Kinds that cannot be known for now: the server of an API group is away, or another version is served only.
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
  CHECK(describe().first_converge_done);
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

TEST_CASE_FIXTURE(group_fixture, "a module waits for a kind that cannot be known, and the others go on") {
  lose_metrics();
  module("020-db");
  hook("db/monitors.sh", v1(binds_to_monitors));
  hook("db/helm.sh", v1("beforeHelm: 1"));
  start();
  advance(1min);
  CHECK(take_journal() == "web/helm.sh beforeHelm");
  CHECK(says("kind 'Monitor' is not known yet: metrics.example.com/v1: "));
  api().find_group("metrics.example.com");
  advance(2min);
  CHECK(take_journal() == "db/monitors.sh monitors:Synchronization; db/helm.sh beforeHelm");
}
