#include "core/tasks/side_by_side_run.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace core::tasks;
using state = group_member::state;
using places = std::vector<std::size_t>;

namespace {

constexpr retry_rule rule;

side_by_side_run of(std::size_t members, std::size_t at_once) {
  run_modules x;
  x.members.resize(members);
  x.at_once = at_once;
  return {x, 0};
}

} // namespace

TEST_CASE("as many members run as there are places, in their order") {
  auto run = of(3, 2);
  CHECK(run.begin(rule, 1) == places{0, 1});
  CHECK(run.running() == 2);
  CHECK(run.begin(rule, 1).empty());
  run.end(1, 2);
  CHECK(run.begin(rule, 2) == places{2});
  run.end(0, 3);
  CHECK(!run.is_over());
  run.end(2, 3);
  CHECK(run.is_over());
  CHECK(run.running() == 0);
}

TEST_CASE("a member that fails holds no place, and begins before later ones when its wait has ended") {
  auto run = of(3, 1);
  CHECK(run.begin(rule, 1) == places{0});
  run.fail(0, 7, 2);
  CHECK(run.members()[0].now == state::failing);
  CHECK(run.members()[0].waits_since_us == 2);
  CHECK(run.begin(rule, 2) == places{1});
  run.end_wait(6);
  CHECK_MESSAGE(run.members()[0].now == state::failing, "an earlier wait has ended");
  run.end_wait(7);
  CHECK(run.members()[0].now == state::ready);
  run.end(1, 3);
  CHECK(run.begin(rule, 3) == places{0});
}

TEST_CASE("a member may begin again at once, and go on with a wait from before") {
  auto run = of(2, 1);
  CHECK(run.begin(rule, 1) == places{0});
  run.begin_again(0, 2);
  CHECK(run.begin(rule, 2) == places{0});
  run.wait(1, 3);
  CHECK(run.members()[1].now == state::failing);
  CHECK(run.members()[1].wait == 3);
}

TEST_CASE("a group that is taken back begins no member, and those that run end") {
  auto run = of(3, 1);
  CHECK(run.begin(rule, 1) == places{0});
  CHECK(run.withdraw() == places{1, 2});
  CHECK(run.is_withdrawn());
  CHECK(run.begin(rule, 1).empty());
  CHECK(!run.is_over());
  run.fail(0, 1, 2);
  CHECK(run.members()[0].now == state::withdrawn);
  CHECK(run.is_over());
  CHECK(run.withdraw().empty());
  auto again = of(1, 1);
  CHECK(again.begin(rule, 1) == places{0});
  CHECK(again.withdraw().empty());
  again.begin_again(0, 2);
  CHECK(again.is_over());
}

TEST_CASE("an empty group is over") {
  CHECK(of(0, 1).is_over());
}

TEST_CASE("the counts of a group follow its members through failures, late timers and a withdrawal") {
  auto run = of(4, 2);
  CHECK(run.begin(rule, 1) == places{0, 1});
  run.fail(0, 7, 2);
  run.fail(1, 8, 2);
  CHECK(run.begin(rule, 2) == places{2, 3});
  run.wait(0, 9);
  run.end_wait(7);
  run.end(2, 3);
  CHECK_MESSAGE(run.begin(rule, 3).empty(), "wait 7 was replaced by wait 9");
  run.end_wait(9);
  run.end_wait(9);
  CHECK(run.begin(rule, 4) == places{0});
  run.leave(1);
  run.end_wait(8);
  CHECK_MESSAGE(run.begin(rule, 5).empty(), "member 1 has left");
  CHECK(run.running() == 2);
  CHECK(run.withdraw().empty());
  run.begin_again(0, 6);
  CHECK(!run.is_over());
  run.end(3, 6);
  CHECK(run.is_over());
  CHECK(run.begin(rule, 7).empty());
}
