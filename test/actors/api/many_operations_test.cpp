// Runs with operations so many, or so slow, that they meet time limits, throttling and outages.
#include "executed_operations.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using test::data_of;
using test::operations;

namespace {

using operations_done = actors::messages::object_operations_done;

std::string creations(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text +=
      R"({"operation": "Create", "object": )" + test::config_map("default", "a" + std::to_string(i)).dump() + "}\n";
  return text;
}

/// An API server that takes a second for each write.
struct slow_world : test::api_world {
  const simulation::request_filter writes{"POST", "/configmaps"};

  /// Lets the server work for this time.
  void work(std::chrono::seconds time) {
    for (auto x = 0s; x < time; x += 1s) {
      fixture.advance(1s);
      api->release();
      api->hold_next_answer(writes);
      fixture.run();
    }
  }
  auto begin(actors::messages::execute_object_operations wanted) {
    api->hold_next_answer(writes);
    auto answer = fixture.ask_later<operations_done>(kube, std::move(wanted));
    fixture.run();
    return answer;
  }
  std::size_t made() { return api->objects("ConfigMap").size(); }
};

} // namespace

TEST_CASE("a run whose operations succeed comes to its end, although all of them take longer than its time limit") {
  slow_world world;
  auto wanted = operations(creations(100));
  wanted.idle_max = 5s;
  const auto answer = world.begin(wanted);
  world.work(100s);
  REQUIRE(answer.has_come());
  CHECK(answer.get().failures.empty());
  CHECK(world.made() == 100);
}

TEST_CASE("operations that are left after a time without a success are not tried, and the failure says how far they "
          "came") {
  slow_world world;
  auto wanted = operations(creations(4));
  wanted.idle_max = 5s;
  const auto answer = world.begin(wanted);
  world.fixture.advance(1s);
  world.api->release();
  world.api->hold(world.writes);
  world.api->fail_next({world.writes, base::fail(base::error_code::timeout, "late"), 1});
  world.fixture.advance(6s);
  world.api->release();
  world.fixture.run();
  REQUIRE(answer.has_come());
  const auto& failures = answer.get().failures;
  REQUIRE(failures.size() == 2);
  CHECK(failures[1].code == base::error_code::timeout);
  CHECK(failures[1].operation
        == "1 of 4 operations have succeeded, and no further operation for 5.0 s: Create ConfigMap default/a2 and the "
           "operations behind it were not tried");
  CHECK(data_of(world, "a2") == "none");
}

TEST_CASE("an overloaded server gets each operation again, at the time that it asks for") {
  test::api_world world;
  world.api->fail_next({{"POST", "/configmaps"}, kube::api::http_response{429, "wait", 3s}, 2});
  const auto answer = world.fixture.ask_later<operations_done>(world.kube, operations(creations(2)));
  world.fixture.run();
  world.fixture.advance(3s - 1ms);
  CHECK(world.count_requests("POST", "/configmaps") == 1);
  world.fixture.advance(1ms);
  CHECK(world.count_requests("POST", "/configmaps") == 2);
  world.fixture.advance(3s);
  REQUIRE(answer.has_come());
  CHECK(answer.get().failures.empty());
  CHECK(data_of(world, "a1") != "none");
}

TEST_CASE("a long run tries an operation again that the server has not answered, and later operations on its object") {
  slow_world world;
  const auto answer = world.begin(operations(creations(20) + R"({"operation": "MergePatch", "kind": "ConfigMap",
    "namespace": "default", "name": "a15", "mergePatch": {"data": {"key": "patched"}}})"));
  world.work(14s);
  world.api->fail_next({world.writes, base::fail(base::error_code::timeout, "late"), 1});
  world.work(4s);
  CHECK_FALSE(answer.has_come());
  CHECK(data_of(world, "a15") == "none");
  world.work(10s);
  REQUIRE(answer.has_come());
  CHECK(answer.get().failures.empty());
  CHECK(data_of(world, "a15") == R"({"key":"patched"})");
}

TEST_CASE("a short run reports an operation that the server has not answered at once") {
  test::api_world world;
  world.api->fail_next({{"POST", "/configmaps"}, base::fail(base::error_code::timeout, "late"), 1});
  const auto failures = test::execute(world, creations(2));
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].operation == "Create ConfigMap default/a0");
}

TEST_CASE("a long run waits for the end of an outage, and goes on with the operation that it had come to") {
  slow_world world;
  const auto answer = world.begin(operations(creations(20)));
  world.work(15s);
  world.api->go_away({base::error_code::unavailable, "connection refused"});
  world.api->release();
  world.fixture.advance(1h);
  CHECK_FALSE(answer.has_come());
  const auto asked = world.count_requests("POST", "/configmaps");
  CHECK_MESSAGE(asked < 25, "operations that must fail are not tried in a row");
  world.api->come_back();
  world.fixture.advance(1min);
  REQUIRE(answer.has_come());
  CHECK(answer.get().failures.empty());
  CHECK(world.made() == 20);
}

TEST_CASE("the progress of a run is reported once a second") {
  slow_world world;
  std::vector<std::string> states;
  auto wanted = operations(creations(3));
  wanted.work = 7;
  wanted.observer = test::fake_actor<actors::messages::hook_runner_actor>(
    world.fixture, [&](const actors::messages::operations_advanced& x) {
      if (x.work == 7) states.push_back(x.state);
    });
  const auto answer = world.begin(wanted);
  world.work(3s);
  CHECK(answer.has_come());
  CHECK(states
        == std::vector<std::string>{"1 of 3 operations are done, now Create ConfigMap default/a1",
                                    "2 of 3 operations are done, now Create ConfigMap default/a2"});
}
