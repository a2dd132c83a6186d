#include "core/tasks/place_by_age.hpp"

#include "queue_steps.hpp"

#include <doctest/doctest.h>

using namespace core::tasks;

namespace {

task events_of(const std::string& module, const std::string& hook, std::vector<std::uint64_t> numbers) {
  run_hook_for_events x;
  x.module = module;
  x.hook = hook;
  x.runs = std::move(numbers);
  x.bindings.assign(x.runs.size(), "pods");
  return x;
}

/// Another hook, then events 5 and 8 of the hook, then a module.
std::deque<queued_task> waiting_tasks() {
  return {{1, events_of("web", "a.sh", {4})},
          {2, events_of("web", "b.sh", {5, 6})},
          {3, events_of("web", "b.sh", {8})},
          test::run(4, "web")};
}

} // namespace

TEST_SUITE("core/place_by_age") {
  TEST_CASE("a new event comes last") {
    CHECK_EQ(place_by_age(waiting_tasks(), 0, events_of("web", "b.sh", {9})), 4);
    CHECK_EQ(place_by_age({}, 0, events_of("web", "b.sh", {9})), 0);
    CHECK_EQ(place_by_age({}, 1, events_of("web", "b.sh", {9})), 0);
  }

  TEST_CASE("an event that was held comes before the later events of its hook") {
    CHECK_EQ(place_by_age(waiting_tasks(), 0, events_of("web", "b.sh", {7})), 2);
    CHECK_EQ(place_by_age(waiting_tasks(), 0, events_of("web", "b.sh", {3})), 1);
  }

  TEST_CASE("it does not come before tasks that keep their places") {
    CHECK_EQ(place_by_age(waiting_tasks(), 2, events_of("web", "b.sh", {3})), 2);
  }

  TEST_CASE("the numbers of other hooks and owners have no part in its order") {
    CHECK_EQ(place_by_age(waiting_tasks(), 0, events_of("api", "b.sh", {3})), 4);
    CHECK_EQ(place_by_age(waiting_tasks(), 0, events_of("web", "c.sh", {3})), 4);
    CHECK_EQ(place_by_age(waiting_tasks(), 0, test::run(5, "api").task), 4);
  }

  TEST_CASE("a task whose events were left out has no part in the order") {
    auto tasks = waiting_tasks();
    tasks.push_back({5, events_of("web", "b.sh", {})});
    CHECK_EQ(place_by_age(tasks, 0, events_of("web", "b.sh", {7})), 2);
  }

  TEST_CASE("a queue shows a hook an event that was held before later events, in a single run") {
    queue_order queue{test::fast};
    test::append(queue, {1, events_of("web", "b.sh", {8})});
    test::append(queue, {2, events_of("web", "b.sh", {7})});
    const auto* head = test::start(queue);
    REQUIRE(head != nullptr);
    CHECK(std::get<run_hook_for_events>(head->task).runs == std::vector<std::uint64_t>{7, 8});
  }
}
