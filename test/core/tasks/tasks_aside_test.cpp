#include "core/tasks/tasks_aside.hpp"
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

/// The head begins, fails and lets other tasks pass.
head_wait set_aside(queue_order& queue) {
  REQUIRE(start(queue) != nullptr);
  return queue.set_head_aside(no_disk, 0, noon_us);
}

std::uint64_t next_of(queue_order& queue) {
  const auto* head = start(queue);
  return head == nullptr ? 0 : head->id;
}

} // namespace

TEST_SUITE("core/tasks_aside") {
  TEST_CASE("a failed task that is set aside lets other tasks pass and comes first when its wait is over") {
    queue_order queue{fast};
    for (std::uint64_t id = 1; id <= 4; ++id) append(queue, run(id, std::string(1, static_cast<char>('a' + id))));
    const auto wait = set_aside(queue);
    CHECK(wait.delay == 100ms);
    REQUIRE(queue.aside().entries().size() == 1);
    CHECK(next_of(queue) == 2);
    queue.end_wait(wait.number);
    CHECK(queue.aside().entries().empty());
    CHECK_MESSAGE(start(queue) == nullptr, "the task that runs goes on");
    queue.finish_head(noon_us);
    const auto* again = start(queue);
    REQUIRE(again != nullptr);
    CHECK(again->id == 1);
    CHECK(again->failed.count() == 1);
    queue.finish_head(noon_us);
    CHECK(next_of(queue) == 3);
  }

  TEST_CASE("its wait does not end the wait of the head, nor the other way round") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    append(queue, run(2, "b"));
    append(queue, run(3, "c"));
    const auto aside = set_aside(queue);
    REQUIRE(next_of(queue) == 2);
    const auto head = queue.fail_head(no_disk, 0, noon_us);
    SUBCASE("the task aside is due first: it stays behind the head, which waits") {
      queue.end_wait(aside.number);
      CHECK(start(queue) == nullptr);
      queue.end_wait(head.number);
      CHECK(next_of(queue) == 2);
      queue.finish_head(noon_us);
      CHECK(next_of(queue) == 1);
    }
    SUBCASE("the head is due first") {
      queue.end_wait(head.number);
      CHECK(next_of(queue) == 2);
      queue.finish_head(noon_us);
      CHECK(next_of(queue) == 3);
      queue.finish_head(noon_us);
      CHECK(next_of(queue) == 0);
      queue.end_wait(aside.number);
      CHECK(next_of(queue) == 1);
    }
    SUBCASE("a repair of the task aside gives it another wait, and the head keeps its own") {
      const auto waits = queue.repaired_aside(repair::inputs_of{"a"}, noon_us);
      REQUIRE(waits.size() == 1);
      queue.end_wait(aside.number);
      CHECK_MESSAGE(queue.aside().entries().size() == 1, "the older wait counts no more");
      queue.end_wait(head.number);
      CHECK(next_of(queue) == 2);
      queue.end_wait(waits.front().number);
      CHECK(queue.aside().entries().empty());
    }
  }

  TEST_CASE("a person who asks for a try does not wait for the time between tries") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    static_cast<void>(set_aside(queue));
    const auto waits = queue.repaired_aside(repair::asked_for{"a"}, noon_us);
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].delay == 0ms);
    CHECK(queue.repaired_aside(repair::asked_for{"b"}, noon_us).empty());
  }

  TEST_CASE("another reason for its work finds the task aside") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    static_cast<void>(set_aside(queue));
    CHECK(queue.append(run(2, "a")) == std::vector<std::uint64_t>{2});
    CHECK(queue.tasks().empty());
  }

  TEST_CASE("a reason that came during the failed try waits for the next try, too") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    REQUIRE(start(queue) != nullptr);
    append(queue, run(2, "a"));
    append(queue, run(3, "b"));
    const auto wait = queue.set_head_aside(no_disk, 0, noon_us);
    std::vector<std::uint64_t> combined;
    const auto* next = queue.start_head(combined, noon_us);
    REQUIRE(next != nullptr);
    CHECK(next->id == 3);
    CHECK(combined == std::vector<std::uint64_t>{2});
    queue.finish_head(noon_us);
    queue.end_wait(wait.number);
    CHECK(next_of(queue) == 1);
    queue.finish_head(noon_us);
    CHECK(queue.tasks().empty());
  }

  TEST_CASE("a reload that takes it back leaves its failures for the next plan") {
    queue_order queue{fast};
    append(queue, run(1, "a"));
    const auto wait = set_aside(queue);
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    queue.end_wait(wait.number);
    CHECK(queue.tasks().empty());
    append(queue, run(2, "a"));
    const auto held = queue.hold_head(noon_us);
    REQUIRE(held);
    CHECK(held->delay == 100ms);
  }

  TEST_CASE("a member that is set aside leaves its group, which ends without it") {
    queue_order queue{fast};
    append(queue, {1, run_modules{{{"a", 1, "test"}, {"b", 1, "test"}}, 2}});
    append(queue, run(2, "c"));
    REQUIRE(start(queue) != nullptr);
    REQUIRE(queue.start_members(noon_us).size() == 2);
    const auto wait = queue.set_member_aside(0, 7, no_disk, 0, noon_us);
    REQUIRE(wait);
    CHECK_FALSE(queue.group()->is_over());
    queue.finish_member(1, noon_us);
    CHECK(queue.group()->is_over());
    queue.finish_head(noon_us);
    CHECK(next_of(queue) == 2);
    queue.finish_head(noon_us);
    queue.end_wait(wait->number);
    CHECK(next_of(queue) == 7);
    CHECK(queue.tasks().front().failed.count() == 1);
  }
}
