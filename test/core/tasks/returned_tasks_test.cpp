#include "core/tasks/returned_tasks.hpp"

#include <doctest/doctest.h>

using namespace core::tasks;

namespace {

run_hook_for_events events_of(const std::string& hook, std::vector<std::uint64_t> numbers,
                              const std::string& binding = "pods") {
  run_hook_for_events x;
  x.hook = hook;
  x.runs = std::move(numbers);
  x.bindings.assign(x.runs.size(), binding);
  return x;
}

} // namespace

TEST_SUITE("core/returned_tasks") {
  TEST_CASE("a newer task of the hook overtakes a task that is on its way back") {
    returned_tasks returned;
    returned.add("main", events_of("b.sh", {5, 6}));
    CHECK(returned.overtakes("main", events_of("b.sh", {7})));
  }

  TEST_CASE("an older task, another hook, queue or binding overtakes none") {
    returned_tasks returned;
    returned.add("main", events_of("b.sh", {5, 6}));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {4})));
    CHECK_FALSE(returned.overtakes("main", events_of("c.sh", {7})));
    CHECK_FALSE(returned.overtakes("slow", events_of("b.sh", {7})));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {7}, "nodes")));
  }

  TEST_CASE("a task that comes back ends the wait for itself and for older tasks") {
    returned_tasks returned;
    // The first task was left out of its queue and never comes.
    returned.add("main", events_of("b.sh", {5}));
    returned.add("main", events_of("b.sh", {6}));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {6})));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {9})));
  }

  TEST_CASE("a task that went back once runs when it comes again") {
    returned_tasks returned;
    returned.add("main", events_of("b.sh", {5}));
    REQUIRE(returned.overtakes("main", events_of("b.sh", {7})));
    returned.add("main", events_of("b.sh", {7}));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {7})));
  }

  TEST_CASE("a task with which the queue has combined others ends the wait for all of them") {
    returned_tasks returned;
    for (const auto number : {5, 6, 7}) returned.add("main", events_of("b.sh", {static_cast<std::uint64_t>(number)}));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {5, 6})));
    CHECK(returned.overtakes("main", events_of("b.sh", {8})));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {7, 9})));
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {10})));
  }

  TEST_CASE("an owner that is off waits for none") {
    returned_tasks returned;
    returned.add("main", events_of("b.sh", {5}));
    returned.clear();
    CHECK_FALSE(returned.overtakes("main", events_of("b.sh", {7})));
  }
}
