#include "queue_steps.hpp"

#include <doctest/doctest.h>

using namespace core::tasks;
using namespace std::chrono_literals;
using test::append;
using test::fast;
using test::noon_us;
using test::run;
using test::start;

namespace {

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

std::vector<std::uint64_t> ids(const queue_order& queue) {
  std::vector<std::uint64_t> all;
  for (const auto& x : queue.tasks()) all.push_back(x.id);
  return all;
}

std::chrono::milliseconds gather(queue_order& queue) {
  return queue.hold_head(noon_us).value_or(head_wait{}).delay;
}

/// Appends events for hook `a`, and two further events before the end of each run, all at noon.
/// @param wait gets the number of the last wait.
/// @returns the number of runs until the next run waits for further events.
int flood(queue_order& queue, std::uint64_t& id, std::uint64_t* wait = nullptr) {
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
  TEST_CASE("tasks that become one keep the causes of all") {
    const auto because = [](queued_task x, std::uint64_t cause) {
      x.causes = {cause};
      return x;
    };
    queue_order queue{fast};
    append(queue, because(event(1, "a", 1), 11));
    append(queue, because(event(2, "a", 2), 12));
    append(queue, because(run(3, "web"), 13));
    append(queue, because(run(4, "web"), 14));
    const auto* head = start(queue);
    REQUIRE(head != nullptr);
    CHECK(head->causes == std::vector<std::uint64_t>{11, 12});
    queue.finish_head(noon_us);
    CHECK(start(queue)->causes == std::vector<std::uint64_t>{13, 14});
  }

  TEST_CASE("a long queue that is compacted keeps the causes of all") {
    queue_order queue{fast};
    for (std::uint64_t id = 1; id <= 201; ++id) {
      auto x = event(id, id % 2 == 0 ? "a" : "b", id);
      x.causes = {id};
      append(queue, std::move(x));
    }
    const auto* head = start(queue);
    REQUIRE(head != nullptr);
    CHECK(head->causes.size() == std::get<run_hook_for_events>(head->task).runs.size());
    CHECK(head->causes.size() > 50);
  }

  TEST_CASE("one task runs at a time, in order") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    append(queue, run(2, "b"));
    REQUIRE(start(queue) != nullptr);
    CHECK(start(queue) == nullptr);
    queue.finish_head(noon_us);
    const auto* next = start(queue);
    REQUIRE(next != nullptr);
    CHECK(next->id == 2);
  }

  TEST_CASE("a run of a module waits once, however often it is wanted; one that has begun does not count") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.append(run(2, "a")).empty());
    CHECK(queue.append(run(3, "b")).empty());
    CHECK(queue.append(run(4, "a")) == std::vector<std::uint64_t>{4});
    CHECK(queue.append({5, delete_module{"a"}}).empty());
    CHECK(queue.append({6, delete_module{"a"}}) == std::vector<std::uint64_t>{6});
    CHECK(ids(queue) == std::vector<std::uint64_t>{1, 2, 3, 5});
  }

  TEST_CASE("tasks inserted before the running head run first and it runs again after them") {
    queue_order queue{fast};
    append(queue, {1, reload_modules{"test"}});
    append(queue, run(2, "later"));
    REQUIRE(start(queue) != nullptr);
    queue.insert_before_head({run(3, "a"), run(4, "b")});
    CHECK(ids(queue) == std::vector<std::uint64_t>{3, 4, 1, 2});
    CHECK(start(queue)->id == 3);
  }

  TEST_CASE("withdrawing leaves the running head and what does not match") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    append(queue, run(2, "b"));
    append(queue, {3, reload_modules{"test"}});
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK(ids(queue) == std::vector<std::uint64_t>{1, 3});
  }

  TEST_CASE("a head that is postponed has not failed, and takes in what came meanwhile") {
    queue_order queue{fast};
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
    queue_order queue{fast};
    std::uint64_t id = 0;
    std::uint64_t wait = 0;
    CHECK(flood(queue, id, &wait) == 10);
    CHECK(queue.head() == queue_order::head_state::gathering);
    append(queue, flood_event(++id, "a"));
    CHECK(start(queue) == nullptr);
    queue.end_wait(wait);
    const auto* head = start(queue);
    REQUIRE(head != nullptr);
    CHECK(std::get<run_hook_for_events>(head->task).runs == std::vector<std::uint64_t>{id - 2, id - 1, id});
  }

  TEST_CASE("events that come one after the other never wait, also if each comes during the run before") {
    queue_order queue{fast};
    append(queue, flood_event(1, "a"));
    for (std::uint64_t id = 2; id <= 1'000; ++id) {
      CHECK(gather(queue) == 0ms);
      REQUIRE(start(queue) != nullptr);
      append(queue, flood_event(id, "a"));
      queue.finish_head(noon_us);
    }
  }

  TEST_CASE("runs that have taken in many events are counted, too") {
    queue_order queue{fast};
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
    queue_order queue{fast};
    std::uint64_t id = 0;
    std::uint64_t wait = 0;
    REQUIRE(flood(queue, id, &wait) == 10);
    queue.end_wait(wait);
    CHECK_FALSE(queue.hold_head(noon_us + 1'000'000));
    CHECK(start(queue) != nullptr);
  }

  TEST_CASE("a flood holds up nobody else") {
    for (const auto& other : {flood_event(99, "b"), run(99, "module"), event(99, "a", 99)}) {
      queue_order queue{fast};
      std::uint64_t id = 0;
      REQUIRE(flood(queue, id) == 10);
      append(queue, other);
      CHECK(gather(queue) == 0ms);
      CHECK(start(queue) != nullptr);
    }
  }

  TEST_CASE("adjacent runs of one hook become one run, in order") {
    queue_order queue{fast};
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
    queue_order queue{fast};
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
    queue_order queue{fast};
    auto first = event(1, "a", 10);
    std::get<run_hook_for_events>(first.task).combinable = false;
    append(queue, first);
    append(queue, event(2, "a", 11));
    CHECK(std::get<run_hook_for_events>(start(queue)->task).runs.size() == 1);
  }
}
