#include "core/tasks/task_queue.hpp"

#include <doctest/doctest.h>

using namespace core;
using namespace std::chrono_literals;

namespace {

queued_task run(std::uint64_t id, const std::string& module) {
  return {id, run_module{module, 1, "test"}, 0};
}

queued_task event(std::uint64_t id, const std::string& hook, std::uint64_t number) {
  run_hook_for_events task;
  task.hook = hook;
  task.runs = {number};
  task.bindings = {"pods"};
  return {id, task, 0};
}

queued_task flood_event(std::uint64_t id, const std::string& hook) {
  auto x = event(id, hook, id);
  std::get<run_hook_for_events>(x.task).step = 10;
  return x;
}

std::vector<std::uint64_t> ids(const task_queue& queue) {
  std::vector<std::uint64_t> all;
  for (const auto& x : queue.tasks()) all.push_back(x.id);
  return all;
}

void append(task_queue& queue, queued_task x) {
  static_cast<void>(queue.append(std::move(x)));
}

const queued_task* start(task_queue& queue) {
  std::vector<std::uint64_t> combined;
  return queue.start_head(combined);
}

const backoff fast{100ms, 1000ms};

constexpr std::int64_t noon_us = 43'200'000'000;

std::chrono::milliseconds gather(task_queue& queue) {
  return queue.gather(noon_us);
}

/// Events for hook `a` come, and before each run ends, two others. All at noon.
/// @returns how often it has run before the next run waits for more.
int flood(task_queue& queue, std::uint64_t& id) {
  append(queue, flood_event(++id, "a"));
  int runs = 0;
  for (; gather(queue) == 0ms; ++runs) {
    REQUIRE(runs < 1'000);
    REQUIRE(start(queue) != nullptr);
    append(queue, flood_event(++id, "a"));
    append(queue, flood_event(++id, "a"));
    queue.finish_head(noon_us);
  }
  return runs;
}

} // namespace

TEST_SUITE("core/task_queue") {
  TEST_CASE("one task runs at a time, in order") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    append(queue, run(2, "b"));
    REQUIRE(start(queue) != nullptr);
    CHECK(start(queue) == nullptr);
    queue.finish_head(noon_us);
    const auto* next = start(queue);
    REQUIRE(next != nullptr);
    CHECK(next->id == 2);
  }

  TEST_CASE("a failed head stays the head until its wait is over") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    append(queue, run(2, "b"));
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.fail_head(0) == 100ms);
    CHECK(start(queue) == nullptr);
    queue.end_wait(2);
    CHECK(start(queue) == nullptr);
    queue.end_wait(1);
    const auto* again = start(queue);
    REQUIRE(again != nullptr);
    CHECK(again->id == 1);
    CHECK(again->failures == 1);
  }

  TEST_CASE("the delay doubles, gets a jitter after the first failure, and ends at the cap") {
    const backoff rule{};
    CHECK(rule.delay(1, 999) == 5000ms);
    CHECK(rule.delay(2, 0) == 10000ms);
    CHECK(rule.delay(2, 999) == 10999ms);
    CHECK(rule.delay(3, 0) == 20000ms);
    CHECK(rule.delay(4, 0) == 30000ms);
    CHECK(rule.delay(4, 999) == 30000ms);
    CHECK(rule.delay(4000000000U, 5) == 30000ms);
  }

  TEST_CASE("tasks inserted before the running head run first and it runs again after them") {
    task_queue queue{fast};
    append(queue, {1, converge_modules{"test"}, 0});
    append(queue, run(2, "later"));
    REQUIRE(start(queue) != nullptr);
    queue.insert_before_head({run(3, "a"), run(4, "b")});
    CHECK(ids(queue) == std::vector<std::uint64_t>{3, 4, 1, 2});
    CHECK(start(queue)->id == 3);
  }

  TEST_CASE("withdrawing leaves the running head and what does not match") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    append(queue, run(2, "b"));
    append(queue, {3, converge_modules{"test"}, 0});
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.withdraw(belongs_to_reload).size() == 1);
    CHECK(ids(queue) == std::vector<std::uint64_t>{1, 3});
  }

  TEST_CASE("a head that waits for its next try has not begun and can be withdrawn") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    append(queue, {2, converge_modules{"test"}, 0});
    REQUIRE(start(queue) != nullptr);
    static_cast<void>(queue.fail_head(0));
    CHECK(queue.withdraw(belongs_to_reload).size() == 1);
    const auto* next = start(queue);
    REQUIRE(next != nullptr);
    CHECK(next->id == 2);
  }

  TEST_CASE("a head that is postponed has not failed, and takes in what came meanwhile") {
    task_queue queue{fast};
    append(queue, event(1, "a", 10));
    REQUIRE(start(queue) != nullptr);
    queue.postpone_head();
    append(queue, event(2, "a", 11));
    CHECK(start(queue) == nullptr);
    queue.end_wait(1);
    const auto* head = start(queue);
    REQUIRE(head != nullptr);
    CHECK(head->failures == 0);
    CHECK(std::get<run_hook_for_events>(head->task).runs == std::vector<std::uint64_t>{10, 11});
  }

  TEST_CASE("in a flood of events a hook runs ten times at once, then its next run waits for more of them") {
    task_queue queue{fast};
    std::uint64_t id = 0;
    CHECK(flood(queue, id) == 10);
    CHECK(queue.head() == task_queue::head_state::gathering);
    append(queue, flood_event(++id, "a"));
    CHECK(start(queue) == nullptr);
    queue.end_wait(id - 2);
    const auto* head = start(queue);
    REQUIRE(head != nullptr);
    CHECK(std::get<run_hook_for_events>(head->task).runs == std::vector<std::uint64_t>{id - 2, id - 1, id});
  }

  TEST_CASE("events that come one after the other never wait, also if each comes during the run before") {
    task_queue queue{fast};
    append(queue, flood_event(1, "a"));
    for (std::uint64_t id = 2; id <= 1'000; ++id) {
      CHECK(gather(queue) == 0ms);
      REQUIRE(start(queue) != nullptr);
      append(queue, flood_event(id, "a"));
      queue.finish_head(noon_us);
    }
  }

  TEST_CASE("runs that have taken in many events are counted, too") {
    task_queue queue{fast};
    std::uint64_t id = 0;
    int runs = 0;
    for (;; ++runs) {
      REQUIRE(runs < 1'000);
      for (int i = 0; i < 4; ++i) append(queue, flood_event(++id, "a"));
      if (gather(queue) > 0ms) break;
      REQUIRE(start(queue) != nullptr);
      queue.finish_head(noon_us);
    }
    CHECK(runs == 10);
  }

  TEST_CASE("a flood is over after a pause") {
    task_queue queue{fast};
    std::uint64_t id = 0;
    REQUIRE(flood(queue, id) == 10);
    queue.end_wait(id - 1);
    CHECK(queue.gather(noon_us + 1'000'000) == 0ms);
    CHECK(start(queue) != nullptr);
  }

  TEST_CASE("a flood holds up nobody else") {
    for (const auto& other : {flood_event(99, "b"), run(99, "module"), event(99, "a", 99)}) {
      task_queue queue{fast};
      std::uint64_t id = 0;
      REQUIRE(flood(queue, id) == 10);
      append(queue, other);
      CHECK(gather(queue) == 0ms);
      CHECK(start(queue) != nullptr);
    }
  }

  TEST_CASE("adjacent runs of one hook become one run, in order") {
    task_queue queue{fast};
    append(queue, event(1, "a", 10));
    append(queue, event(2, "a", 11));
    append(queue, event(3, "b", 12));
    append(queue, event(4, "a", 13));
    std::vector<std::uint64_t> combined;
    const auto* head = queue.start_head(combined);
    REQUIRE(head != nullptr);
    CHECK(std::get<run_hook_for_events>(head->task).runs == std::vector<std::uint64_t>{10, 11});
    CHECK(combined == std::vector<std::uint64_t>{2});
    CHECK(ids(queue) == std::vector<std::uint64_t>{1, 3, 4});
  }

  TEST_CASE("runs of which only some may fail are not combined: each is as its binding says") {
    task_queue queue{fast};
    for (std::uint64_t id = 1; id <= 5; ++id) {
      auto x = event(id, "a", 9 + id);
      std::get<run_hook_for_events>(x.task).allow_failure = id == 1 || id == 4;
      append(queue, x);
    }
    CHECK(std::get<run_hook_for_events>(start(queue)->task).runs == std::vector<std::uint64_t>{10});
    queue.finish_head(noon_us);
    CHECK(std::get<run_hook_for_events>(start(queue)->task).runs == std::vector<std::uint64_t>{11, 12});
    CHECK(ids(queue) == std::vector<std::uint64_t>{2, 4, 5});
  }

  TEST_CASE("hooks that see one context in each run are not combined") {
    task_queue queue{fast};
    auto first = event(1, "a", 10);
    std::get<run_hook_for_events>(first.task).combinable = false;
    append(queue, first);
    append(queue, event(2, "a", 11));
    CHECK(std::get<run_hook_for_events>(start(queue)->task).runs.size() == 1);
  }
}

TEST_SUITE("core/task") {
  TEST_CASE("descriptions read as the predecessor's dumps") {
    CHECK(describe(converge_modules{"Operator-Startup"}, "main") == "ConvergeModules:main:::Operator-Startup");
    CHECK(describe(run_module{"module-alpha", 1, "Operator-Startup"}, "main")
          == "ModuleRun:main:module-alpha:Operator-Startup");
    run_hook_for_events hook;
    hook.module = "alpha";
    hook.hook = "hooks/a.sh";
    hook.bindings = {"pods", "nodes", "pods"};
    hook.binding_type = "kubernetes";
    hook.event = "kubernetes";
    CHECK(describe(hook, "q") == "ModuleHookRun:q:alpha:kubernetes:hooks/a.sh:nodes,pods in 3 contexts:kubernetes");
  }

  TEST_CASE("each task names its lifecycle step") {
    using moment = run_global_hook::moment;
    CHECK(lifecycle_step(run_global_hook{"h", moment::on_startup}) == 1);
    CHECK(lifecycle_step(synchronize_global_hook{"h"}) == 2);
    CHECK(lifecycle_step(run_global_hook{"h", moment::before_all}) == 3);
    CHECK(lifecycle_step(discover_modules{}) == 4);
    CHECK(lifecycle_step(run_module{"m", 1, ""}) == 5);
    CHECK(lifecycle_step(delete_module{"m"}) == 6);
    CHECK(lifecycle_step(purge_release{"r"}) == 7);
    CHECK(lifecycle_step(run_global_hook{"h", moment::after_all}) == 8);
  }
}
