#include "contract/step_fixture.hpp"

using test::set;
using test::v1;

namespace {

/// The context of a Synchronization with these objects.
std::string synchronization(const std::string& binding, const std::string& objects, const std::string& more = "") {
  return R"({"binding":")" + binding + R"(","objects":[)" + objects + "]" + more + R"(,"type":"Synchronization"})";
}

std::string shown(const text::json& object) {
  return R"({"object":)" + object.dump() + "}";
}

} // namespace

TEST_CASE_FIXTURE(test::step_fixture, "step 1: global onStartup hooks run by ORDER, their patches reach the next one") {
  hook("global/a.sh", v1("onStartup: 20"));
  hook("global/b.sh", v1("onStartup: 10"), [](test::hook_run& run) {
    run.config_patch = set("/global/c", "1");
    run.values_patch = set("/global/found", "true");
  });
  hook("global/all.sh", v1("beforeAll: 1"));
  std::optional<text::json> written;
  replay("global/a.sh", [&](test::hook_run&) { written = section("global"); });
  start();

  const auto first = last_run("global/b.sh");
  CHECK(first.context == R"([{"binding":"onStartup"}])");
  CHECK(first.config_values == global_config);
  CHECK(first.values == global_values);
  const auto second = last_run("global/a.sh");
  CHECK(second.config_values == R"({"global":{"b":"config","c":1}})");
  CHECK(second.values == R"({"global":{"a":"static","b":"config","c":1,"found":true}})");
  REQUIRE_MESSAGE(written, "the ConfigMap is written just after the run");
  CHECK(written->dump() == R"({"b":"config","c":1})");
  CHECK(take_journal() == "global/b.sh onStartup; global/a.sh onStartup; global/all.sh beforeAll");
}

TEST_CASE_FIXTURE(test::step_fixture, "step 2: global kubernetes hooks see all objects once, in alphabetical order") {
  const auto pod = api().put_object(test::object_of("v1", "Pod", "p"));
  const auto node = api().put_object(test::object_of("v1", "Node", "n", {}, ""));
  hook("global/b.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  hook("global/a.sh",
       v1("kubernetes:\n"
          "- {name: pods, kind: Pod, includeSnapshotsFrom: [nodes]}\n"
          "- {name: nodes, kind: Node, jqFilter: .metadata.name}\n"
          "- {name: secrets, kind: Ingress}"),
       [](test::hook_run& run) {
         run.config_patch = set("/global/c", "1");
         run.values_patch = set("/global/found", "true");
       });
  hook("global/all.sh", v1("beforeAll: 1"));
  start();

  const auto first = last_run("global/a.sh");
  const auto nodes = R"([{"filterResult":"n","object":)" + node.dump() + "}]";
  CHECK(test::parsed(first.context)
        == test::parsed("[" + synchronization("pods", shown(pod), R"(,"snapshots":{"nodes":)" + nodes + "}") + ","
                        + R"({"binding":"nodes","objects":)" + nodes + R"(,"type":"Synchronization"},)"
                        + synchronization("secrets", "") + "]"));
  CHECK(first.config_values == global_config);
  CHECK(first.values == global_values);
  const auto second = last_run("global/b.sh");
  CHECK(test::parsed(second.context) == test::parsed("[" + synchronization("pods", shown(pod)) + "]"));
  CHECK(second.config_values == R"({"global":{"b":"config","c":1}})");
  CHECK(second.values == R"({"global":{"a":"static","b":"config","c":1,"found":true}})");
  CHECK(section("global").dump() == R"({"b":"config","c":1})");
  CHECK(take_journal()
        == "global/a.sh pods:Synchronization+nodes:Synchronization+secrets:Synchronization; "
           "global/b.sh pods:Synchronization; global/all.sh beforeAll");
}

TEST_CASE_FIXTURE(test::step_fixture, "step 3: beforeAll hooks run by ORDER with the snapshots of their bindings") {
  const auto pod = api().put_object(test::object_of("v1", "Pod", "p"));
  hook("global/a.sh", v1("beforeAll: 20"));
  hook("global/b.sh", v1("beforeAll: 10\nkubernetes: [{name: pods, kind: Pod, executeHookOnSynchronization: false}]"),
       [](test::hook_run& run) {
         run.config_patch = set("/global/c", "1");
         run.values_patch = set("/global/found", "true");
       });
  start();

  const auto first = last_run("global/b.sh");
  CHECK(test::parsed(first.context)
        == test::parsed(R"([{"binding":"beforeAll","snapshots":{"pods":[)" + shown(pod) + "]}}]"));
  CHECK(first.config_values == global_config);
  CHECK(first.values == global_values);
  const auto second = last_run("global/a.sh");
  CHECK(second.context == R"([{"binding":"beforeAll","snapshots":{}}])");
  CHECK(second.config_values == R"({"global":{"b":"config","c":1}})");
  CHECK(second.values == R"({"global":{"a":"static","b":"config","c":1,"found":true}})");
  CHECK(section("global").dump() == R"({"b":"config","c":1})");
  CHECK(take_journal() == "global/b.sh beforeAll; global/a.sh beforeAll");
}
