#include "core/bindings/waiting_contexts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace core::bindings;

namespace {

kept_context state_of(const std::string& name, watch_event what = watch_event::modified, std::size_t bytes = 10) {
  event_context x;
  x.id = {"a.sh", 0};
  x.event = what;
  x.object.key = {"", name};
  x.object.object = std::make_shared<const std::string>(bytes, 'x');
  return {x, "side"};
}

/// Room for three contexts, or 1000 bytes.
waiting_contexts three() {
  return waiting_contexts({3, 1000});
}

using by_queue = runs_by_queue;

} // namespace

TEST_CASE("contexts wait as they came until they are too many") {
  auto waiting = three();
  for (std::uint64_t i = 1; i <= 3; ++i) waiting.put(i, state_of("p"));
  CHECK_FALSE(waiting.is_full());
  waiting.put(4, state_of("p"));
  REQUIRE(waiting.is_full());
  CHECK(waiting.compact() == by_queue{{"side", {1, 2, 3}}});
  CHECK(waiting.find(3) == nullptr);
  CHECK(waiting.find(4) != nullptr);
  CHECK(waiting.size().events == 1);
  CHECK(waiting.size().bytes == 10);
}

TEST_CASE("a few large contexts are too many") {
  auto waiting = three();
  waiting.put(1, state_of("p", watch_event::modified, 600));
  CHECK_FALSE(waiting.is_full());
  waiting.put(2, state_of("p", watch_event::modified, 600));
  CHECK(waiting.is_full());
}

TEST_CASE("contexts that a run shows are not left out, and not counted") {
  auto waiting = three();
  for (std::uint64_t i = 1; i <= 4; ++i) waiting.put(i, state_of("p"));
  waiting.begin({1, 2});
  CHECK(waiting.size().events == 2);
  CHECK_FALSE(waiting.is_full());
  CHECK(waiting.compact() == by_queue{{"side", {3}}});
  waiting.fail({1, 2});
  CHECK(waiting.size().events == 3);
  CHECK(waiting.compact() == by_queue{{"side", {1, 2}}});
}

TEST_CASE("an object that came and went before a run has shown it leaves nothing") {
  auto waiting = three();
  waiting.put(1, state_of("p", watch_event::added));
  SUBCASE("if no run has shown it") {
    waiting.put(2, state_of("p", watch_event::deleted));
    static_cast<void>(waiting.compact());
    CHECK(waiting.empty());
  }
  SUBCASE("but its events, if a failed run has shown it") {
    waiting.begin({1});
    waiting.fail({1});
    waiting.put(2, state_of("p", watch_event::deleted));
    CHECK(waiting.compact().empty());
    waiting.begin({1, 2});
    waiting.fail({1, 2});
    static_cast<void>(waiting.compact());
    CHECK(waiting.empty());
  }
  SUBCASE("but its events, if a run is about to show it") {
    waiting.begin({1});
    waiting.put(2, state_of("p", watch_event::deleted));
    CHECK(waiting.compact().empty());
  }
  SUBCASE("also if a run would have shown it that did not begin") {
    waiting.begin({1});
    waiting.put_back({1});
    waiting.put(2, state_of("p", watch_event::deleted));
    static_cast<void>(waiting.compact());
    CHECK(waiting.empty());
  }
}

TEST_CASE("objects that come and go while each run fails do not fill the memory") {
  waiting_contexts waiting({100, 1'000'000});
  std::uint64_t number = 0;
  std::size_t most = 0;
  for (int run = 0; run < 50; ++run) {
    for (int i = 0; i < 1000; ++i) {
      const auto name = std::to_string(run) + "-" + std::to_string(i);
      waiting.put(++number, state_of(name, watch_event::added));
      // Some of the contexts are in a run meanwhile.
      if (i % 10 != 0) waiting.put(++number, state_of(name, watch_event::deleted));
      if (i % 10 == 0 && i >= 10)
        waiting.put(++number, state_of(std::to_string(run) + "-" + std::to_string(i - 10), watch_event::deleted));
      if (waiting.is_full()) static_cast<void>(waiting.compact());
      most = std::max(most, waiting.size().events);
    }
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = 1; i <= number; ++i)
      if (waiting.find(i) != nullptr) all.push_back(i);
    waiting.begin(all);
    waiting.fail(all);
  }
  CHECK_MESSAGE(most <= 500, most);
}

TEST_CASE("when contexts were shown the limit counts again") {
  auto waiting = three();
  for (std::uint64_t i = 1; i <= 4; ++i) waiting.put(i, state_of(std::to_string(i)));
  CHECK(waiting.compact().empty());
  waiting.put(5, state_of("5"));
  CHECK_FALSE(waiting.is_full());
  waiting.drop({1});
  CHECK(waiting.is_full());
}

TEST_CASE("an object that goes unseen takes its contexts with it as soon as contexts are left out") {
  auto waiting = three();
  for (std::uint64_t i = 1; i <= 3; ++i) waiting.put(i, state_of(std::to_string(i), watch_event::added));
  CHECK(waiting.end_object({"a.sh", 0}, "", "1").empty());
  waiting.put(4, state_of("4", watch_event::added));
  CHECK(waiting.compact().empty());
  CHECK(waiting.end_object({"a.sh", 1}, "", "1").empty());
  CHECK(waiting.end_object({"a.sh", 0}, "other", "1").empty());
  CHECK(waiting.end_object({"a.sh", 0}, "", "1") == by_queue{{"side", {1}}});
  waiting.begin({2});
  CHECK_MESSAGE(waiting.end_object({"a.sh", 0}, "", "2").empty(), "a run shows it");
}

TEST_CASE("objects and events of objects wait until the hook has seen them, ticks do not count") {
  auto waiting = three();
  waiting.put(1, {schedule_context{}, "main"});
  CHECK_FALSE(waiting.has_objects(9));
  waiting.put(2, state_of("p"));
  CHECK_FALSE(waiting.has_objects(1));
  CHECK(waiting.has_objects(2));
  waiting.begin({2});
  CHECK_MESSAGE(waiting.has_objects(2), "its run has not ended");
  waiting.drop({2});
  CHECK_FALSE(waiting.has_objects(2));
  waiting.put(3, {synchronization_context{}, "side"});
  CHECK(waiting.has_objects(3));
}
