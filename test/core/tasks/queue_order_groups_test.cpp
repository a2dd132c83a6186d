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

using places = std::vector<std::size_t>;

/// A queue with a running head: a group of the modules a, b, c and d, of which two run side by side.
struct running_group {
  explicit running_group(std::size_t at_once = 2) {
    run_modules group{{}, at_once};
    for (const auto* name : {"a", "b", "c", "d"}) group.members.push_back({name, 1, "test"});
    append(queue, {1, group});
    append(queue, {2, reload_modules{"test"}});
    REQUIRE(start(queue) != nullptr);
    REQUIRE(queue.group() != nullptr);
  }
  places begin(std::chrono::milliseconds after_noon = 0ms) { return queue.start_members(at(after_noon)); }
  std::optional<head_wait> fail(std::size_t member, std::chrono::milliseconds after_noon = 0ms) {
    return queue.fail_member(member, no_disk, 0, at(after_noon));
  }
  static std::int64_t at(std::chrono::milliseconds after_noon) {
    return noon_us + std::chrono::microseconds(after_noon).count();
  }

  queue_order queue{fast};
};

} // namespace

TEST_SUITE("core/task_queue: groups of modules") {
  TEST_CASE_FIXTURE(running_group, "members begin in their order, as many as there are places") {
    CHECK(queue.hold_members(noon_us).empty());
    CHECK(begin() == places{0, 1});
    CHECK(begin().empty());
    queue.finish_member(1, noon_us);
    CHECK(begin() == places{2});
    queue.finish_member(0, noon_us);
    queue.finish_member(2, noon_us);
    CHECK(begin() == places{3});
    CHECK_FALSE(queue.group()->is_over());
    queue.finish_member(3, noon_us);
    CHECK(queue.group()->is_over());
  }

  TEST_CASE_FIXTURE(running_group, "nothing behind a group begins before it is over") {
    CHECK(begin() == places{0, 1});
    CHECK(start(queue) == nullptr);
    for (const std::size_t member : {0, 1}) queue.finish_member(member, noon_us);
    CHECK(begin() == places{2, 3});
    for (const std::size_t member : {2, 3}) queue.finish_member(member, noon_us);
    queue.finish_head(noon_us);
    CHECK(queue.group() == nullptr);
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.tasks().front().id == 2);
  }

  TEST_CASE_FIXTURE(running_group,
                    "a member that has failed waits as a task does, and others have its place meanwhile") {
    CHECK(begin() == places{0, 1});
    const auto wait = fail(0);
    REQUIRE(wait);
    CHECK(wait->delay == 100ms);
    CHECK(begin() == places{2});
    queue.end_wait(wait->number + 1);
    queue.finish_member(2, noon_us);
    CHECK_MESSAGE(begin() == places{3}, "its wait is not over");
    queue.end_wait(wait->number);
    CHECK_MESSAGE(begin().empty(), "no place is free");
    queue.finish_member(1, noon_us);
    CHECK(begin(100ms) == places{0});
    CHECK(queue.group()->members()[0].run.failed.count() == 1);
    CHECK(fail(0, 100ms)->delay == 200ms);
  }

  TEST_CASE_FIXTURE(running_group, "a member that asks for it runs again before those that have not run") {
    CHECK(begin() == places{0, 1});
    queue.repeat_member(1, noon_us);
    CHECK(begin() == places{1});
  }

  TEST_CASE_FIXTURE(running_group, "a repair brings forward only members that it may concern") {
    CHECK(begin() == places{0, 1});
    const auto of_a = *fail(0);
    const auto of_b = *fail(1);
    CHECK(queue.repaired_members(core::tasks::repair::inputs_of{"c"}, noon_us).empty());
    const auto waits = queue.repaired_members(core::tasks::repair::inputs_of{"b"}, noon_us);
    REQUIRE(waits.size() == 1);
    CHECK(waits.front().delay == 0ms);
    CHECK(begin() == places{2, 3});
    queue.finish_member(2, noon_us);
    queue.end_wait(of_b.number);
    CHECK_MESSAGE(begin().empty(), "another wait has taken the place of that one");
    queue.end_wait(waits.front().number);
    CHECK(begin() == places{1});
    queue.finish_member(3, noon_us);
    queue.end_wait(of_a.number);
    CHECK(begin() == places{0});
  }

  TEST_CASE_FIXTURE(running_group, "a repair during a member's run counts for the failure of that run") {
    CHECK(begin() == places{0, 1});
    CHECK(queue.repaired_members(core::tasks::repair::inputs_of{"b"}, noon_us).empty());
    CHECK(fail(0)->delay == 100ms);
    CHECK(fail(1)->delay == 0ms);
  }

  TEST_CASE_FIXTURE(running_group, "of a group that is taken back those go on that run, and nobody else begins") {
    CHECK(begin() == places{0, 1});
    static_cast<void>(fail(0));
    CHECK(queue.withdraw(belongs_to_reload, noon_us).empty());
    CHECK(begin().empty());
    CHECK_FALSE(queue.group()->is_over());
    CHECK_MESSAGE(!fail(1), "its failure is left to the next plan");
    CHECK(queue.group()->is_over());
    queue.finish_head(noon_us);
    CHECK(queue.tasks().front().id == 2);
  }

  TEST_CASE_FIXTURE(running_group, "a group of which no member runs is taken back as a whole") {
    CHECK(begin() == places{0, 1});
    static_cast<void>(fail(0));
    static_cast<void>(fail(1));
    queue.finish_member(begin().front(), noon_us);
    static_cast<void>(fail(3));
    CHECK(queue.withdraw(belongs_to_reload, noon_us).size() == 1);
    CHECK(queue.group() == nullptr);
    REQUIRE(start(queue) != nullptr);
    CHECK(queue.tasks().front().id == 2);
  }

  TEST_CASE("failures of members that are taken back are taken up by the next group, and by a module that runs alone") {
    for (const bool in_group : {true, false}) {
      running_group x;
      CHECK(x.begin() == places{0, 1});
      static_cast<void>(x.fail(0));
      x.queue.finish_member(1, noon_us);
      CHECK(x.queue.withdraw(belongs_to_reload, noon_us).size() == 1);
      CHECK(x.queue.withdraw([](const task&) { return true; }, noon_us).size() == 1);
      if (in_group) {
        append(x.queue, {3, run_modules{{{"a", 1, "test"}, {"b", 1, "test"}}, 2}});
        CHECK_FALSE(x.queue.hold_head(noon_us));
        REQUIRE(start(x.queue) != nullptr);
        const auto waits = x.queue.hold_members(running_group::at(40ms));
        REQUIRE(waits.size() == 1);
        CHECK(waits.front().delay == 60ms);
        CHECK(x.begin() == places{1});
        x.queue.end_wait(waits.front().number);
        CHECK(x.begin(100ms) == places{0});
      } else {
        append(x.queue, run(3, "a"));
        CHECK(x.queue.hold_head(running_group::at(40ms))->delay == 60ms);
      }
    }
  }
}
