#include "core/tasks/task_queue.hpp"

#include <doctest/doctest.h>

using namespace core;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t noon_us = 43'200'000'000;

queued_task run(std::uint64_t id, const std::string& module) {
  return {id, run_module{module, 1, "test"}};
}

queued_task event(std::uint64_t id, const std::string& hook, std::uint64_t number) {
  run_hook_for_events task;
  task.hook = hook;
  task.runs = {number};
  task.bindings = {"pods"};
  return {id, task};
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
  return queue.start_head(combined, noon_us);
}

const error no_disk{error_code::process_failed, "no disk"};

/// The running head fails so long after noon.
head_wait fail(task_queue& queue, std::chrono::milliseconds after_noon = 0ms) {
  return queue.fail_head(no_disk, 0, noon_us + std::chrono::microseconds(after_noon).count());
}

const backoff fast{100ms, 1000ms};

std::chrono::milliseconds gather(task_queue& queue) {
  return queue.hold_head(noon_us).value_or(head_wait{}).delay;
}

/// Events for hook `a` come, and before each run ends, two others. All at noon.
/// @param wait gets the number of the wait at the end.
/// @returns how often it has run before the next run waits for more.
int flood(task_queue& queue, std::uint64_t& id, std::uint64_t* wait = nullptr) {
  append(queue, flood_event(++id, "a"));
  int runs = 0;
  for (;; ++runs) {
    if (const auto held = queue.hold_head(noon_us)) {
      if (wait != nullptr) *wait = held->number;
      return runs;
    }
    REQUIRE(runs < 1'000);
    REQUIRE(start(queue) != nullptr);
    append(queue, flood_event(++id, "a"));
    append(queue, flood_event(++id, "a"));
    queue.finish_head(noon_us);
  }
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
    const auto wait = fail(queue);
    CHECK(wait.delay == 100ms);
    CHECK(start(queue) == nullptr);
    queue.end_wait(wait.number + 1);
    CHECK(start(queue) == nullptr);
    queue.end_wait(wait.number);
    const auto* again = start(queue);
    REQUIRE(again != nullptr);
    CHECK(again->id == 1);
    CHECK(again->failed.count() == 1);
  }

  TEST_CASE("a reminder of an older wait does not end a newer one of the same task") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    const auto older = fail(queue);
    queue.end_wait(older.number);
    REQUIRE(start(queue) != nullptr);
    const auto newer = fail(queue);
    queue.end_wait(older.number);
    CHECK(start(queue) == nullptr);
    queue.end_wait(newer.number);
    CHECK(start(queue) != nullptr);
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
    append(queue, {1, converge_modules{"test"}});
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
    append(queue, {3, converge_modules{"test"}});
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK(ids(queue) == std::vector<std::uint64_t>{1, 3});
  }

  TEST_CASE("a head that waits for its next try has not begun and can be withdrawn") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    append(queue, {2, converge_modules{"test"}});
    REQUIRE(start(queue) != nullptr);
    static_cast<void>(fail(queue));
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    const auto* next = start(queue);
    REQUIRE(next != nullptr);
    CHECK(next->id == 2);
  }

  TEST_CASE("a head that is postponed has not failed, and takes in what came meanwhile") {
    task_queue queue{fast};
    append(queue, event(1, "a", 10));
    REQUIRE(start(queue) != nullptr);
    const auto wait = queue.postpone_head(3s);
    CHECK(wait.delay == 3s);
    append(queue, event(2, "a", 11));
    CHECK(start(queue) == nullptr);
    queue.end_wait(wait.number);
    const auto* head = start(queue);
    REQUIRE(head != nullptr);
    CHECK(head->failed.count() == 0);
    CHECK(std::get<run_hook_for_events>(head->task).runs == std::vector<std::uint64_t>{10, 11});
  }

  TEST_CASE("in a flood of events a hook runs ten times at once, then its next run waits for more of them") {
    task_queue queue{fast};
    std::uint64_t id = 0;
    std::uint64_t wait = 0;
    CHECK(flood(queue, id, &wait) == 10);
    CHECK(queue.head() == task_queue::head_state::gathering);
    append(queue, flood_event(++id, "a"));
    CHECK(start(queue) == nullptr);
    queue.end_wait(wait);
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
    std::uint64_t wait = 0;
    REQUIRE(flood(queue, id, &wait) == 10);
    queue.end_wait(wait);
    CHECK_FALSE(queue.hold_head(noon_us + 1'000'000));
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
    const auto* head = queue.start_head(combined, noon_us);
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

TEST_SUITE("core/task_queue: failures that may have been repaired") {
  const repair_variant of_a = repair::inputs_of{"a"};

  TEST_CASE("a wait ends early only by what may have repaired the failure") {
    struct row {
      const char* why;
      error_code code;
      repair_variant by;
      bool ends;
    };
    using code = error_code;
    const row rows[] = {
      {"values of the module", code::process_failed, repair::inputs_of{"a"}, true},
      {"values of another module", code::process_failed, repair::inputs_of{"b"}, false},
      {"global values", code::process_failed, repair::inputs_of_all{}, true},
      {"an outage that it failed in", code::process_failed, repair::outage_over{2s}, true},
      {"an outage that began after it failed", code::process_failed, repair::outage_over{500ms}, false},
      {"an outage, and it says that nobody answered", code::unavailable, repair::outage_over{500ms}, true},
      {"an outage, and it says that no answer came in time", code::timeout, repair::outage_over{500ms}, true},
    };
    for (const auto& x : rows) {
      CAPTURE(x.why);
      task_queue queue{backoff{}};
      append(queue, run(1, "a"));
      REQUIRE(start(queue) != nullptr);
      static_cast<void>(queue.fail_head({x.code, "no"}, 0, noon_us));
      const auto wait = queue.repaired(x.by, noon_us + 1'000'000);
      REQUIRE(wait.has_value() == x.ends);
      if (wait) CHECK(wait->delay == 0ms);
    }
  }

  TEST_CASE("a head that is postponed has not failed, so nothing repairs it") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    static_cast<void>(queue.postpone_head(3s));
    CHECK_FALSE(queue.repaired(repair::inputs_of_all{}, noon_us));
  }

  TEST_CASE("tries that are brought forward begin the first delay apart, and count") {
    task_queue queue{{100ms, 1000ms}};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    static_cast<void>(fail(queue));
    const auto first = queue.repaired(of_a, noon_us);
    REQUIRE(first);
    CHECK(first->delay == 0ms);
    queue.end_wait(first->number);
    REQUIRE(start(queue) != nullptr);
    CHECK(fail(queue).delay == 200ms);
    const auto second = queue.repaired(of_a, noon_us + 30'000);
    REQUIRE(second);
    CHECK(second->delay == 70ms);
    CHECK_FALSE(queue.repaired(of_a, noon_us + 40'000));
    queue.end_wait(second->number);
    CHECK(start(queue)->failed.count() == 2);
  }

  TEST_CASE("what comes while a task runs may have repaired its failure") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    CHECK_FALSE(queue.repaired(repair::inputs_of{"b"}, noon_us));
    CHECK(fail(queue).delay == 100ms);
    queue.end_wait(1);
    REQUIRE(start(queue) != nullptr);
    CHECK_FALSE(queue.repaired(of_a, noon_us));
    const auto wait = fail(queue);
    CHECK(wait.delay == 0ms);
    queue.end_wait(wait.number);
    REQUIRE(start(queue) != nullptr);
    CHECK_MESSAGE(fail(queue).delay == 400ms, "that was for one try");
  }

  TEST_CASE("a clock that is set back makes no wait longer than the rule") {
    task_queue queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    static_cast<void>(fail(queue));
    queue.end_wait(queue.repaired(of_a, noon_us)->number);
    REQUIRE(start(queue) != nullptr);
    CHECK(fail(queue, -1h).delay == 200ms);
    CHECK(queue.repaired(of_a, noon_us - 3'600'000'000)->delay == 100ms);
    CHECK(queue.withdraw(belongs_to_reload, noon_us - 7'200'000'000).size() == 1);
    append(queue, run(2, "a"));
    CHECK(queue.hold_head(noon_us - 7'200'000'000)->delay == fast.cap);
  }
}

TEST_SUITE("core/task_queue: tasks that are taken back after a failure") {
  /// A run of module `a` has failed at noon.
  struct failed_run {
    failed_run() {
      append(queue, run(1, "a"));
      REQUIRE(start(queue) != nullptr);
      static_cast<void>(fail(queue));
    }
    std::chrono::milliseconds wait_of(queued_task next, std::chrono::milliseconds after_noon = 0ms) {
      append(queue, std::move(next));
      return queue.hold_head(noon_us + std::chrono::microseconds(after_noon).count()).value_or(head_wait{}).delay;
    }

    task_queue queue{fast};
  };

  TEST_CASE_FIXTURE(failed_run, "the same work goes on waiting, and its failures count") {
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK(wait_of(run(2, "a"), 40ms) == 60ms);
    CHECK(queue.tasks().front().failed.count() == 1);
    CHECK(queue.tasks().front().failed.reason().message == "no disk");
  }

  TEST_CASE_FIXTURE(failed_run, "other work does not wait for it") {
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK(wait_of(run(2, "b")) == 0ms);
    REQUIRE(start(queue) != nullptr);
    queue.finish_head(noon_us);
    CHECK(wait_of({3, delete_module{"a"}}) == 0ms);
  }

  TEST_CASE_FIXTURE(failed_run, "a running head that was taken back and fails leaves its failure, too") {
    queue.end_wait(1);
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.withdraw(belongs_to_reload, noon_us).empty());
    queue.drop_failed_head(no_disk, 0, noon_us);
    CHECK(queue.tasks().empty());
    CHECK(wait_of(run(2, "a")) == 200ms);
    CHECK(queue.tasks().front().failed.count() == 2);
  }

  TEST_CASE_FIXTURE(failed_run, "it is tried at once if its failure may have been repaired, and then at a pace") {
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK_FALSE(queue.repaired(repair::inputs_of_all{}, noon_us));
    CHECK(wait_of(run(2, "a")) == 0ms);
    REQUIRE(start(queue)->failed.count() == 1);
    CHECK(queue.withdraw(belongs_to_reload, noon_us).empty());
    CHECK_FALSE(queue.repaired(repair::inputs_of_all{}, noon_us));
    queue.drop_failed_head(no_disk, 0, noon_us);
    CHECK_MESSAGE(wait_of(run(3, "a")) == 100ms, "not at once again, and earlier than after the full wait");
  }

  TEST_CASE_FIXTURE(failed_run, "a failure of long ago says nothing") {
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK(wait_of(run(2, "a"), 1101ms) == 0ms);
    CHECK(queue.tasks().front().failed.count() == 0);
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
