// The API server does not answer at all: KUBE CLIENT and INFORMERs together.
#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;
using lines = std::vector<std::string>;

namespace {

/// A world with several informers of different kinds.
struct outage_world : test::api_world {
  std::shared_ptr<test::observations> seen = std::make_shared<test::observations>();
  actors::messages::observer_actor eyes = observer(seen);

  explicit outage_world(std::uint64_t seed = 0) : api_world(seed) {}

  void watch(const std::string& kind, const std::string& namespace_name = "") {
    actors::messages::watch_spec spec;
    spec.api_version = "v1";
    spec.kind = kind;
    spec.namespace_name = namespace_name;
    core::bindings::kubernetes_binding binding;
    binding.kind = kind;
    fixture.tell(open(spec).informer,
                 actors::messages::subscribe{
                   {}, kind + namespace_name, eyes, std::make_shared<core::bindings::kubernetes_binding>(binding)});
  }
  void watch_some() {
    for (const auto* kind : {"ConfigMap", "Secret", "Pod", "Node"}) watch(kind);
    fixture.run();
  }
  void go_away() { api->go_away({base::error_code::unavailable, "no answer from https://api: Connection refused"}); }
};

} // namespace

TEST_CASE("an outage is one report and one probe at a time, however many watches there are") {
  outage_world world;
  world.watch_some();
  static_cast<void>(world.seen->take());
  world.go_away();
  const auto before = world.api->requests().size();
  world.fixture.advance(5min);
  CHECK(world.log.lines().size() == 1);
  CHECK(world.log.count({"WARN", "api_server_unreachable", "https://api: Connection refused", "watches_waiting=4",
                         "retry_in_seconds="})
        == 1);
  CHECK(world.count_requests("GET", "/version") == world.api->requests().size() - before);
  CHECK(world.count_requests("GET", "/version") < 70);
  CHECK(world.api->open_watches() == 0);
}

TEST_CASE("the first answer to anything wakes all watches, and nothing is lost") {
  for (std::uint64_t seed : {0, 1, 2, 3}) {
    outage_world world(seed);
    world.watch_some();
    static_cast<void>(world.seen->take());
    world.go_away();
    world.fixture.advance(3min);
    world.api->put_object(config_map("default", "new"));
    world.api->come_back();
    world.fixture.run();
    REQUIRE(world.api->open_watches() == 0);
    static_cast<void>(world.fixture.ask<actors::messages::api_answered>(
      world.kube, actors::messages::call_api{{}, {.target = "/api/v1/namespaces/default/configmaps/other"}}));
    CHECK(world.api->open_watches() == 4);
    CHECK(world.seen->take() == lines{"Added default/new for ConfigMap"});
    CHECK(world.log.count({"INFO", "api_server_reachable", "seconds=", "watches_waiting=4"}) == 1);
    CHECK(world.problems.lines().empty());
  }
}

TEST_CASE("without any other request the end of an outage is noticed by the probe, within ten seconds") {
  outage_world world;
  world.watch_some();
  world.go_away();
  world.fixture.advance(20min);
  world.api->come_back();
  world.fixture.advance(10s);
  CHECK(world.api->open_watches() == 4);
  CHECK(world.log.count({"api_server_reachable"}) == 1);
}

TEST_CASE("a watch that is refused does not wake at the end of an outage") {
  outage_world world;
  const kube::api::http_response forbidden = simulation::refusal(403, "Forbidden");
  world.api->fail_next({{"GET", "/secrets"}, forbidden, 100});
  world.watch("Secret");
  world.fixture.advance(2min);
  world.watch("ConfigMap");
  world.fixture.run();
  world.go_away();
  world.fixture.advance(3s);
  const auto asked = world.count_requests("GET", "/secrets");
  world.api->come_back();
  static_cast<void>(world.fixture.ask<actors::messages::api_answered>(
    world.kube, actors::messages::call_api{{}, {.target = "/version"}}));
  CHECK(world.api->open_watches() == 1);
  CHECK(world.count_requests("GET", "/secrets") == asked);
}

TEST_CASE("a start without an API server waits, is reported once, and goes on when it comes") {
  outage_world world;
  world.go_away();
  world.watch_some();
  world.fixture.advance(1min);
  CHECK(world.log.lines().size() == 1);
  CHECK(world.log.count({"api_server_unreachable", "watches_waiting=4"}) == 1);
  world.api->come_back();
  world.fixture.advance(10s);
  CHECK(world.seen->take().size() == 4);
  CHECK(world.problems.lines().empty());
}

TEST_CASE("readiness names the watches that are lost, the longest first, and not more than a few") {
  outage_world world;
  world.watch("Pod", "a");
  world.fixture.run();
  world.go_away();
  world.fixture.advance(90s);
  for (const auto* name : {"b", "c", "d", "e", "f", "g"}) world.watch("Pod", name);
  world.fixture.run();
  const auto problems = world.problems.lines();
  REQUIRE(problems.size() == 6);
  CHECK(problems[0].find("watch of Pod in namespace a is lost since 2026-01-01T00:00:00Z: no answer from https://api")
        == 0);
  CHECK(problems[1].find("watch of Pod in namespace b is lost since 2026-01-01T00:01:30Z: ") == 0);
  CHECK(problems[5] == "and 2 more watches");
}

TEST_CASE("a watch that is given up during an outage is not named any more, and does not come back") {
  outage_world world;
  world.watch("Pod", "a");
  world.fixture.run();
  world.go_away();
  world.fixture.advance(90s);
  actors::messages::watch_spec spec;
  spec.api_version = "v1";
  spec.kind = "Pod";
  spec.namespace_name = "a";
  world.fixture.tell(world.open(spec).informer, actors::messages::unsubscribe{{}, "Poda"});
  world.fixture.run();
  CHECK(world.problems.lines().empty());
  world.api->come_back();
  world.fixture.advance(1min);
  CHECK(world.api->open_watches() == 0);
}

TEST_CASE("a run is compared with the outages, after a request if the server was not heard since the run") {
  outage_world world;
  world.watch_some();
  const auto outage_of_last = [&](std::chrono::microseconds time) {
    const auto now_us = world.fixture.shared()->steady_time_us();
    return world.fixture
      .ask<actors::messages::outage_found>(world.kube, actors::messages::find_outage{{}, now_us - time.count(), now_us})
      .when;
  };
  world.fixture.advance(1min);
  const auto before = world.count_requests("GET", "/version");
  CHECK(outage_of_last(1s).empty());
  CHECK(world.count_requests("GET", "/version") == before + 1);
  CHECK(outage_of_last(1s).empty());
  CHECK_MESSAGE(world.count_requests("GET", "/version") == before + 1, "the server was just heard");
  world.fixture.advance(1min);
  world.go_away();
  CHECK_MESSAGE(outage_of_last(1s).starts_with("did not answer the operator since "),
                "although no probe has failed yet");
  world.fixture.advance(1min);
  CHECK(outage_of_last(1s).starts_with("did not answer the operator since "));
  world.api->come_back();
  world.fixture.advance(15s);
  CHECK(outage_of_last(30s).starts_with("did not answer the operator from "));
  CHECK(outage_of_last(1ms).empty());
}
