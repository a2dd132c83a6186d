#include "core/leadership/lease_terms.hpp"

#include <doctest/doctest.h>

using namespace core::leadership;
using namespace std::chrono_literals;

TEST_CASE("a lead ends before the wait of a standby, although both clocks run 10 % wrong") {
  const lease_terms terms;
  // The slow clock of the leader and the fast clock of the standby, in the time of the world.
  CHECK(terms.lead_for * 10 / 9 < terms.duration * 10 / 11);
}

TEST_CASE("the deadlines count from the moment at which a renewal was sent, and come in their order") {
  const lease_terms terms;
  CHECK(deadlines_after(terms, 100s) == lead_deadlines{105s, 112s});
  CHECK(terms.renew_every + terms.try_for <= terms.begin_for);
  CHECK(terms.begin_for < terms.work_for);
  CHECK(terms.work_for < terms.lead_for);
}

TEST_CASE("a change of labels is no renewal") {
  const lease_record before{.version = "7", .holder = "a", .duration = 15s, .renewed = "10:00"};
  auto after = before;
  after.version = "8";
  CHECK_FALSE(is_renewed(before, after));
  after.renewed = "10:02";
  CHECK(is_renewed(before, after));
  after = before;
  after.is_given_away = true;
  CHECK(is_renewed(before, after));
}
