#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct rate_fixture : operator_fixture {
  rate_fixture() {
    module("010-web");
    hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, includeSnapshotsFrom: [pods]}]\n"
                        "beforeHelm: 1\nsettings: {executionMinInterval: 10s, executionBurst: 2}"));
  }

  void put_pod(const std::string& name) {
    api().put_object(test::object_of("v1", "Pod", name, {{"color", "red"}}));
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(rate_fixture,
                  "a hook runs at its pace: events that come meanwhile are one run with fresh snapshots") {
  start();
  CHECK_MESSAGE(take_journal() == "web/a.sh pods:Synchronization; web/a.sh beforeHelm", "the burst is not held up");
  for (const auto* name : {"p", "q", "r"}) put_pod(name);
  CHECK_MESSAGE(take_journal().empty(), "the interval is not over");
  advance(9s);
  CHECK(take_journal().empty());
  advance(1s);
  CHECK(take_journal() == "web/a.sh pods:Added+pods:Added+pods:Added");
  const auto contexts = text::parse_json(last_run("web/a.sh").context);
  REQUIRE(contexts);
  for (const auto& context : contexts->as_array())
    CHECK(context.find("snapshots")->find("pods")->as_array().size() == 3);
}

TEST_CASE_FIXTURE(operator_fixture, "a ModuleRun waits for the pace of its hook, other queues do not") {
  module("010-web");
  hook("web/b.sh", v1("kubernetes: [{name: nodes, kind: Node, queue: nodes}]"));
  hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1\nsettings: {executionMinInterval: 10s, executionBurst: 1}"));
  start();
  CHECK(take_journal() == "web/a.sh onStartup; web/b.sh nodes:Synchronization");
  api().put_object(test::object_of("v1", "Node", "n", {}));
  run();
  CHECK(take_journal() == "web/b.sh nodes:Added");
  advance(10s);
  CHECK(take_journal() == "web/a.sh beforeHelm");
}

TEST_CASE_FIXTURE(rate_fixture, "a stop does not wait for the pace of a hook") {
  start();
  CHECK_FALSE(take_journal().empty());
  put_pod("p");
  stop();
  CHECK(exit_codes() == std::vector<int>{0});
  advance(1h);
  CHECK(take_journal().empty());
}
