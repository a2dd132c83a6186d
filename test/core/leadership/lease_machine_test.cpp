#include "core/leadership/lease_machine.hpp"

#include "core/leadership/machine_under_test.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::leadership;
using namespace std::chrono_literals;
using test::machine_under_test;

namespace {

lease_record held_by(const std::string& holder, const std::string& version, const std::string& renewed = "r0") {
  return {.version = version, .holder = holder, .duration = 15s, .transitions = 3, .renewed = renewed};
}

lease_record given_away(const std::string& version) {
  auto x = held_by("", version);
  x.is_given_away = true;
  return x;
}

lease_input::seen seen(const lease_record& x) {
  return {x.version, x};
}

/// A machine that has taken a Lease that did not exist, by a write that was sent at 1 s and answered at 2 s.
machine_under_test leader() {
  machine_under_test a("a");
  a.at(0s, lease_input::began{});
  a.at(1s, lease_input::found{a.call, std::nullopt});
  a.at(2s, lease_input::written{a.call, held_by("a", "10")});
  REQUIRE(a.stage() == leadership_stage::leading);
  return a;
}

/// A machine that has seen another holder at 1 s, and watches.
machine_under_test standby(const lease_record& lease = held_by("b", "10")) {
  machine_under_test a("a");
  a.at(0s, lease_input::began{});
  a.at(1s, lease_input::found{a.call, lease});
  a.at(1s, lease_input::watch_began{});
  a.at(1s, lease_input::found{a.call, lease});
  REQUIRE(a.stage() == leadership_stage::standby);
  REQUIRE(a.write() == nullptr);
  return a;
}

} // namespace

TEST_CASE("a machine reads and watches the Lease, and takes it if it does not exist") {
  machine_under_test a("a");
  a.at(0s, lease_input::began{});
  CHECK(a.reads());
  CHECK(a.last<lease_effect::open_watch>() != nullptr);
  a.at(1s, lease_input::found{a.call, std::nullopt});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version.empty());
  CHECK(a.write()->transitions == 0);
  CHECK(a.write()->changes_holder);
}

TEST_CASE("a lead counts from the moment at which the write was sent, not from its answer") {
  const auto a = leader();
  CHECK(a.deadlines == lead_deadlines{6s, 13s});
  CHECK(a.wake == 3s); // the next renewal
}

TEST_CASE("an answer that comes after the time of the lead gives no lead, and the Lease is renewed first") {
  machine_under_test a("a");
  a.at(0s, lease_input::began{});
  a.at(0s, lease_input::watch_began{});
  a.at(1s, lease_input::found{a.call, std::nullopt});
  a.at(11s, lease_input::written{a.call, held_by("a", "10")});
  CHECK(a.stage() == leadership_stage::standby);
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version == "10");
  a.at(12s, lease_input::written{a.call, held_by("a", "11")});
  CHECK(a.stage() == leadership_stage::leading);
  CHECK(a.deadlines == lead_deadlines{16s, 23s});
}

TEST_CASE("a leader renews each two seconds, with the version that it knows") {
  auto a = leader();
  a.at(3s, lease_input::time_came{});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version == "10");
  CHECK(a.write()->transitions == 3);
  CHECK_FALSE(a.write()->changes_holder);
  a.at(4s, lease_input::written{a.call, held_by("a", "11", "r1")});
  CHECK(a.deadlines == lead_deadlines{8s, 15s});
}

TEST_CASE("a failed renewal is tried again soon, and the lead goes on") {
  auto a = leader();
  a.at(3s, lease_input::time_came{});
  a.at(3100ms, lease_input::unanswered{a.call, "connection refused"});
  CHECK(a.stage() == leadership_stage::leading);
  CHECK(a.machine.view().trouble == "connection refused");
  a.at(3500ms, lease_input::time_came{});
  CHECK(a.reads()); // the write may have been stored
  a.at(3600ms, lease_input::found{a.call, held_by("a", "10")});
  REQUIRE(a.write() != nullptr);
  a.at(3700ms, lease_input::written{a.call, held_by("a", "11", "r1")});
  CHECK(a.machine.view().trouble.empty());
  CHECK(a.deadlines == lead_deadlines{8600ms, 15600ms});
}

TEST_CASE("a renewal whose answer was lost is found, and the next one names its version") {
  auto a = leader();
  a.at(3s, lease_input::time_came{});
  a.at(4s, lease_input::unanswered{a.call, "timeout"});
  a.at(4s, seen(held_by("a", "11", "r1")));
  a.at(5s, lease_input::found{a.call, held_by("a", "11", "r1")});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version == "11");
}

TEST_CASE("without a renewal no new work begins after 5 s, and the lead is lost after 9.5 s") {
  auto a = leader();
  a.at(3s, lease_input::time_came{});
  CHECK(a.may_begin());
  a.at(6s, lease_input::unanswered{a.call, "timeout"});
  CHECK_FALSE(a.may_begin());
  CHECK(a.stage() == leadership_stage::leading);
  a.at(10499ms, lease_input::time_came{});
  CHECK(a.stage() == leadership_stage::leading);
  a.at(10500ms, lease_input::time_came{});
  CHECK(a.stage() == leadership_stage::over);
  CHECK(a.machine.view().lost_because.find("not renewed in time: timeout") != std::string::npos);
  CHECK_FALSE(a.machine.view().has_other_holder);
  CHECK(a.deadlines == lead_deadlines{10500ms, 13s}); // for the end of the work
  a.at(20s, lease_input::time_came{});
  CHECK(a.effects.empty());
}

TEST_CASE("a machine that was frozen has lost the lead, although the answer to its renewal waits") {
  auto a = leader();
  a.at(3s, lease_input::time_came{});
  a.at(23s, lease_input::written{a.call, held_by("a", "11", "r1")});
  CHECK(a.stage() == leadership_stage::over);
  CHECK_FALSE(a.may_begin());
}

TEST_CASE("a leader that sees another holder leads no more at that moment") {
  auto by_watch = leader();
  by_watch.at(3s, seen(held_by("b", "12")));
  auto by_answer = leader();
  by_answer.at(3s, lease_input::time_came{});
  by_answer.at(3s, lease_input::overtaken{by_answer.call});
  CHECK(by_answer.reads());
  by_answer.at(3s, lease_input::found{by_answer.call, held_by("b", "12")});
  for (const auto* a : {&by_watch, &by_answer}) {
    CHECK(a->stage() == leadership_stage::over);
    CHECK(a->machine.view().has_other_holder);
    CHECK(a->machine.view().holder == "b");
    CHECK(a->deadlines == lead_deadlines{3s, 3s});
  }
}

TEST_CASE("an older line of the watch does not count") {
  auto a = leader();
  a.at(3s, seen(held_by("b", "9")));
  CHECK(a.stage() == leadership_stage::leading);
}

TEST_CASE("a leader writes its name again if a person has cleared it, or has deleted the Lease") {
  auto cleared = leader();
  cleared.at(2500ms, seen(held_by("", "12")));
  REQUIRE(cleared.write() != nullptr);
  CHECK(cleared.write()->version == "12");
  auto deleted = leader();
  deleted.at(2500ms, lease_input::seen{"12", std::nullopt});
  REQUIRE(deleted.write() != nullptr);
  CHECK(deleted.write()->version.empty());
  CHECK(deleted.write()->transitions == 3);
}

TEST_CASE("a standby waits for the whole duration since the last change that it has seen") {
  auto a = standby();
  a.at(9s, seen(held_by("b", "11", "r1")));
  CHECK(a.wake == 24s);
  a.at(23999ms, lease_input::time_came{});
  CHECK(a.write() == nullptr);
  a.at(24s, lease_input::time_came{});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version == "11");
  CHECK(a.write()->transitions == 4);
  CHECK(a.write()->changes_holder);
}

TEST_CASE("a change of labels does not prolong the wait") {
  auto a = standby();
  a.at(9s, seen(held_by("b", "11")));
  CHECK(a.wake == 16s);
}

TEST_CASE("the holder may name a longer duration, but no shorter one") {
  auto longer = held_by("predecessor", "10");
  longer.duration = 35s;
  auto shorter = longer;
  shorter.duration = 1s;
  auto a = standby(longer);
  a.at(2s, lease_input::time_came{});
  CHECK(a.wake == 36s);
  auto b = standby(shorter);
  b.at(2s, lease_input::time_came{});
  CHECK(b.wake == 16s);
}

TEST_CASE("a Lease that was given away is taken at once") {
  auto a = standby();
  a.at(5s, seen(given_away("11")));
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version == "11");
}

TEST_CASE("a Lease without holder that was not given away, or that was deleted, may have a holder that works") {
  auto cleared = standby();
  cleared.at(5s, seen(held_by("", "11")));
  CHECK(cleared.write() == nullptr);
  auto deleted = standby();
  deleted.at(5s, lease_input::seen{"11", std::nullopt});
  CHECK(deleted.write() == nullptr);
  for (auto* a : {&cleared, &deleted}) {
    CHECK(a->wake == 20s);
    a->at(20s, lease_input::time_came{});
    REQUIRE(a->write() != nullptr);
    CHECK(a->write()->transitions == 4);
  }
}

TEST_CASE("a machine takes its own Lease back at once when it starts") {
  machine_under_test a("a");
  a.at(0s, lease_input::began{});
  a.at(1s, lease_input::found{a.call, held_by("a", "10")});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version == "10");
  CHECK(a.write()->transitions == 3); // the holder is the same
  CHECK(a.write()->changes_holder);   // but acquires it anew
  a.at(2s, lease_input::written{a.call, held_by("a", "11", "r1")});
  CHECK(a.stage() == leadership_stage::leading);
}

TEST_CASE("a name that a person has written while another operator led is no own Lease") {
  auto a = standby();
  a.at(5s, seen(held_by("a", "11")));
  CHECK(a.write() == nullptr);
  CHECK(a.wake == 20s);
}

TEST_CASE("a take-over whose answer was lost is completed, by a renewal") {
  auto a = standby();
  a.at(5s, seen(given_away("11")));
  a.at(8s, lease_input::unanswered{a.call, "timeout"});
  CHECK(a.reads());
  a.at(8s, seen(held_by("a", "12", "r1")));
  a.at(9s, lease_input::found{a.call, held_by("a", "12", "r1")});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->version == "12");
  a.at(9s, lease_input::written{a.call, held_by("a", "13", "r2")});
  CHECK(a.stage() == leadership_stage::leading);
  CHECK(a.deadlines == lead_deadlines{14s, 21s});
}

TEST_CASE("a standby that another one has overtaken reads the Lease, and waits") {
  auto a = standby();
  a.at(5s, seen(given_away("11")));
  a.at(5s, lease_input::overtaken{a.call});
  CHECK(a.reads());
  a.at(6s, lease_input::found{a.call, held_by("c", "12")});
  CHECK(a.write() == nullptr);
  CHECK(a.wake == 21s);
  CHECK(a.machine.view().holder == "c");
}

TEST_CASE("without a watch a standby reads the Lease from time to time, and opens the watch again") {
  auto a = standby();
  a.at(5s, lease_input::watch_ended{});
  CHECK(a.reads());
  a.at(5s, lease_input::found{a.call, held_by("b", "11", "r1")});
  CHECK(a.wake == 6s);
  a.at(6s, lease_input::time_came{});
  CHECK(a.last<lease_effect::open_watch>() != nullptr);
  a.at(7s, lease_input::time_came{});
  CHECK(a.reads());
}

TEST_CASE("a refused or unanswered request of a standby is tried again after a pause") {
  machine_under_test a("a");
  a.at(0s, lease_input::began{});
  a.at(100ms, lease_input::refused{a.call, "forbidden"});
  CHECK_FALSE(a.reads());
  CHECK(a.machine.view().trouble == "forbidden");
  CHECK(a.wake == 1s);
  a.at(1s, lease_input::time_came{});
  CHECK(a.reads());
}

TEST_CASE("a leader gives the Lease away when its work has ended, with the version that names it") {
  auto a = leader();
  a.at(2500ms, lease_input::work_ended{});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->wish == lease_wish::give_away);
  CHECK(a.write()->version == "10");
  CHECK(a.deadlines == lead_deadlines{2500ms, 2500ms}); // before the write can take effect
  a.at(4s, lease_input::written{a.call, given_away("11")});
  REQUIRE(a.last<lease_effect::gave_away>() != nullptr);
  CHECK(a.last<lease_effect::gave_away>()->failure.empty());
  CHECK(a.stage() == leadership_stage::over);
}

TEST_CASE("a renewal that is under way when the work ends does not delay the end of the lead") {
  auto a = leader();
  a.at(3s, lease_input::time_came{});
  a.at(3100ms, lease_input::work_ended{});
  a.at(3200ms, lease_input::written{a.call, held_by("a", "11", "r1")});
  REQUIRE(a.write() != nullptr);
  CHECK(a.write()->wish == lease_wish::give_away);
  CHECK(a.write()->version == "11");
}

TEST_CASE("a Lease that another operator holds is not given away") {
  auto a = leader();
  a.at(3s, lease_input::time_came{});
  a.at(3s, lease_input::work_ended{});
  CHECK(a.write() == nullptr); // the renewal is under way
  a.at(4s, lease_input::overtaken{a.call});
  CHECK(a.reads());
  a.at(4s, lease_input::found{a.call, held_by("b", "12")});
  CHECK(a.write() == nullptr);
  REQUIRE(a.last<lease_effect::gave_away>() != nullptr);
  CHECK_FALSE(a.last<lease_effect::gave_away>()->failure.empty());
}

TEST_CASE("a standby that ends leaves the Lease alone") {
  auto a = standby();
  a.at(3s, lease_input::work_ended{});
  CHECK(a.write() == nullptr);
  CHECK(a.last<lease_effect::gave_away>() != nullptr);
}

TEST_CASE("the tries to give the Lease away have a bound") {
  auto a = leader();
  a.at(3s, lease_input::work_ended{});
  int tries = 0;
  for (auto now = 3s; now < 60s && a.stage() != leadership_stage::over; now += 1s) {
    if (a.write() == nullptr && !a.reads()) {
      a.at(now, lease_input::time_came{});
      continue;
    }
    ++tries;
    a.at(now, lease_input::unanswered{a.call, "timeout"});
  }
  CHECK(a.stage() == leadership_stage::over);
  CHECK(tries == 3);
  REQUIRE(a.last<lease_effect::gave_away>() != nullptr);
  CHECK(a.last<lease_effect::gave_away>()->failure == "timeout");
}

TEST_CASE("an operator that has lost the lead answers at once that it cannot give it away") {
  auto a = leader();
  a.at(3s, seen(held_by("b", "12")));
  a.at(4s, lease_input::work_ended{});
  REQUIRE(a.last<lease_effect::gave_away>() != nullptr);
  CHECK(a.last<lease_effect::gave_away>()->failure == "'b' holds the Lease");
}
