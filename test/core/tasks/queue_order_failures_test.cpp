#include "queue_steps.hpp"

#include <doctest/doctest.h>

using namespace base;
using namespace core::tasks;
using namespace std::chrono_literals;
using test::append;
using test::fast;
using test::noon_us;
using test::run;
using test::start;

namespace {

const error no_disk{error_code::process_failed, "no disk"};

/// Lets the running head fail at this time after noon.
head_wait fail(queue_order& queue, std::chrono::milliseconds after_noon = 0ms) {
  return queue.fail_head(no_disk, 0, noon_us + std::chrono::microseconds(after_noon).count());
}

} // namespace

TEST_SUITE("core/task_queue: waits after a failure") {
  TEST_CASE("a failed head stays the head until its wait is over") {
    queue_order queue{fast};
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
    queue_order queue{fast};
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
    const retry_rule rule{};
    CHECK(rule.delay(1, 999) == 5000ms);
    CHECK(rule.delay(2, 0) == 10000ms);
    CHECK(rule.delay(2, 999) == 10999ms);
    CHECK(rule.delay(3, 0) == 20000ms);
    CHECK(rule.delay(4, 0) == 30000ms);
    CHECK(rule.delay(4, 999) == 30000ms);
    CHECK(rule.delay(4000000000U, 5) == 30000ms);
  }

  TEST_CASE("a head that waits for its next try has not begun and can be withdrawn") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    append(queue, {2, reload_modules{"test"}});
    REQUIRE(start(queue) != nullptr);
    static_cast<void>(fail(queue));
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    const auto* next = start(queue);
    REQUIRE(next != nullptr);
    CHECK(next->id == 2);
  }
}

TEST_SUITE("core/task_queue: failures that may have been repaired") {
  const repair_variant of_a = core::tasks::repair::inputs_of{"a"};

  TEST_CASE("a wait ends early only by what may have repaired the failure") {
    struct row {
      const char* why;
      error_code code;
      repair_variant by;
      bool ends;
    };
    using code = error_code;
    const row rows[] = {
      {"values of the module", code::process_failed, core::tasks::repair::inputs_of{"a"}, true},
      {"values of another module", code::process_failed, core::tasks::repair::inputs_of{"b"}, false},
      {"global values", code::process_failed, core::tasks::repair::inputs_of_all{}, true},
      {"an outage that it failed in", code::process_failed, core::tasks::repair::outage_over{2s}, true},
      {"an outage that began after it failed", code::process_failed, core::tasks::repair::outage_over{500ms}, false},
      {"an outage, and it says that nobody answered", code::unavailable, core::tasks::repair::outage_over{500ms}, true},
      {"an outage, and it says that no answer came in time", code::timeout, core::tasks::repair::outage_over{500ms},
       true},
    };
    for (const auto& x : rows) {
      CAPTURE(x.why);
      queue_order queue{retry_rule{}};
      append(queue, run(1, "a"));
      REQUIRE(start(queue) != nullptr);
      static_cast<void>(queue.fail_head({x.code, "no"}, 0, noon_us));
      const auto wait = queue.repaired(x.by, noon_us + 1'000'000);
      REQUIRE(wait.has_value() == x.ends);
      if (wait) CHECK(wait->delay == 0ms);
    }
  }

  TEST_CASE("a head that is postponed has not failed, so nothing repairs it") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    static_cast<void>(queue.postpone_head(3s));
    CHECK_FALSE(queue.repaired(core::tasks::repair::inputs_of_all{}, noon_us));
  }

  TEST_CASE("tries that are brought forward begin the first delay apart, and count") {
    queue_order queue{{100ms, 1000ms}};
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
    queue_order queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    CHECK_FALSE(queue.repaired(core::tasks::repair::inputs_of{"b"}, noon_us));
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
    queue_order queue{fast};
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
  /// A queue after a run of module `a` has failed at noon.
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

    queue_order queue{fast};
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
    CHECK_FALSE(queue.repaired(core::tasks::repair::inputs_of_all{}, noon_us));
    CHECK(wait_of(run(2, "a")) == 0ms);
    REQUIRE(start(queue)->failed.count() == 1);
    CHECK(queue.withdraw(belongs_to_reload, noon_us).empty());
    CHECK_FALSE(queue.repaired(core::tasks::repair::inputs_of_all{}, noon_us));
    queue.drop_failed_head(no_disk, 0, noon_us);
    CHECK_MESSAGE(wait_of(run(3, "a")) == 100ms, "not at once again, and earlier than after the full wait");
  }

  TEST_CASE_FIXTURE(failed_run, "a failure of long ago says nothing") {
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK(wait_of(run(2, "a"), 1101ms) == 0ms);
    CHECK(queue.tasks().front().failed.count() == 0);
  }
}
