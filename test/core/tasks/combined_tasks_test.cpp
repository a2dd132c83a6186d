#include "core/tasks/combined_tasks.hpp"
#include "core/tasks/queue_order.hpp"

#include <doctest/doctest.h>

using namespace core::tasks;
using namespace std::chrono_literals;

namespace {

/// A task for an event of a hook of module `m`; task and run have the same number.
queued_task event(std::uint64_t id, const std::string& hook, bool combinable = true) {
  run_hook_for_events task;
  task.module = "m";
  task.hook = hook;
  task.runs = {id};
  task.bindings = {"pods"};
  task.combinable = combinable;
  return {id, task};
}

const std::vector<std::uint64_t>& runs(const queued_task& x) {
  return std::get<run_hook_for_events>(x.task).runs;
}

/// A queue with `size` tasks for alternating events of two hooks. The first task has the id 1.
struct alternating {
  explicit alternating(std::size_t size, bool combinable = true) {
    for (std::uint64_t id = 1; id <= size; ++id)
      for (const auto gone : queue.append(event(id, id % 2 == 1 ? "odd" : "even", combinable))) merged.push_back(gone);
  }

  queue_order queue{retry_rule{}};
  std::vector<std::uint64_t> merged;
};

} // namespace

TEST_SUITE("core/task_compaction") {
  TEST_CASE("a queue is left as it is while no hook waits often") {
    const alternating given(2 * long_queue - 2);
    CHECK(given.queue.tasks().size() == 2 * long_queue - 2);
    CHECK(given.merged.empty());
  }

  TEST_CASE("all tasks of a hook that waits often become part of its first one, in the order of the events") {
    const alternating given(2 * long_queue);
    REQUIRE(given.queue.tasks().size() == 2);
    CHECK(given.merged.size() == 2 * long_queue - 2);
    const auto& odd = runs(given.queue.tasks()[0]);
    REQUIRE(odd.size() == long_queue);
    for (std::size_t i = 0; i < odd.size(); ++i) CHECK(odd[i] == 2 * i + 1);
    CHECK(runs(given.queue.tasks()[1]).front() == 2);
    for (const auto& x : given.queue.tasks()) CHECK(std::get<run_hook_for_events>(x.task).compacted);
  }

  TEST_CASE("no run is lost, however many events come") {
    const alternating given(10'000);
    CHECK(given.queue.tasks().size() <= 2 * long_queue);
    std::size_t all = 0;
    for (const auto& x : given.queue.tasks()) all += runs(x).size();
    CHECK(all == 10'000);
  }

  TEST_CASE("the head that runs is left alone, one that waits for its next try grows") {
    for (const bool failed : {false, true}) {
      CAPTURE(failed);
      queue_order queue{retry_rule{}};
      static_cast<void>(queue.append(event(1, "a")));
      std::vector<std::uint64_t> combined;
      REQUIRE(queue.start_head(combined, 0) != nullptr);
      if (failed) static_cast<void>(queue.fail_head({}, 0, 0));
      for (std::uint64_t id = 2; id <= long_queue + 1; ++id) static_cast<void>(queue.append(event(id, "a")));
      CHECK(runs(queue.tasks().front()).size() == (failed ? long_queue + 1 : 1));
      CHECK(queue.tasks().size() == (failed ? 1 : 2));
    }
  }

  TEST_CASE("tasks of hooks that take one context at a time stay apart") {
    const alternating given(3 * long_queue, false);
    CHECK(given.queue.tasks().size() == 3 * long_queue);
  }

  TEST_CASE("in a long queue, too, what may fail and what may not stay apart, and both are bounded") {
    queue_order queue{retry_rule{}};
    for (std::uint64_t id = 1; id <= 1000; ++id) {
      auto x = event(id, "a");
      std::get<run_hook_for_events>(x.task).allow_failure = id % 2 == 0;
      static_cast<void>(queue.append(x));
    }
    CHECK(queue.tasks().size() < 2 * long_queue);
    for (const auto& x : queue.tasks())
      for (const auto run : runs(x)) CHECK(std::get<run_hook_for_events>(x.task).allow_failure == (run % 2 == 0));
  }

  TEST_CASE("hooks of the same name in different modules are different hooks") {
    queue_order queue{retry_rule{}};
    for (std::uint64_t id = 1; id < 2 * long_queue - 1; ++id) {
      auto x = event(id, "hooks/a.sh");
      std::get<run_hook_for_events>(x.task).module = id % 2 == 1 ? "x" : "y";
      static_cast<void>(queue.append(x));
    }
    CHECK(queue.tasks().size() == 2 * long_queue - 2);
  }

  TEST_CASE("runs that are left out take their tasks with them, but for the head") {
    queue_order given{retry_rule{}};
    for (std::uint64_t id = 1; id <= 4; ++id)
      static_cast<void>(given.append(event(id, id % 2 == 1 ? "odd" : "even", false)));
    CHECK(given.leave_out("other", {1, 2, 3}).empty());
    CHECK(given.leave_out("m", {1, 2, 3}) == std::vector<std::uint64_t>{2, 3});
    REQUIRE(given.tasks().size() == 2);
    CHECK(runs(given.tasks()[0]).empty());
    CHECK(runs(given.tasks()[1]) == std::vector<std::uint64_t>{4});
  }

  TEST_CASE("a task says that runs of it were left out") {
    auto combined = event(1, "odd");
    REQUIRE(combine(combined.task, event(2, "odd").task));
    REQUIRE(combine(combined.task, event(3, "odd").task));
    leave_out(std::get<run_hook_for_events>(combined.task), {2});
    CHECK(runs(combined) == std::vector<std::uint64_t>{1, 3});
    CHECK_MESSAGE(describe(combined.task, "q").find("pods in 2 contexts (newest states)") != std::string::npos,
                  describe(combined.task, "q"));
  }
}
