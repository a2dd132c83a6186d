#include "core/values/section_turns.hpp"

#include <doctest/doctest.h>

using core::values::section_turns;
using tickets = std::vector<section_turns::ticket>;

TEST_CASE("who wants the same section waits, who wants another one does not") {
  section_turns turns;
  const auto web = turns.join({"web"});
  const auto db = turns.join({"db"});
  const auto web_again = turns.join({"web"});
  CHECK(turns.has_turn(web));
  CHECK(turns.has_turn(db));
  CHECK_FALSE(turns.has_turn(web_again));
  CHECK(turns.holds_up_others(web));
  CHECK_FALSE(turns.holds_up_others(db));
  CHECK(turns.leave(db) == tickets{});
  CHECK(turns.leave(web) == tickets{web_again});
  CHECK(turns.has_turn(web_again));
}

TEST_CASE("who wants several sections waits for all of them and keeps its place") {
  section_turns turns;
  const auto web = turns.join({"web"});
  const auto db = turns.join({"db"});
  const auto both = turns.join({"db", "web"});
  const auto behind = turns.join({"db"});
  CHECK(turns.leave(db) == tickets{});
  CHECK_FALSE(turns.has_turn(behind));
  CHECK(turns.leave(web) == tickets{both});
  CHECK(turns.leave(both) == tickets{behind});
}

TEST_CASE("who leaves without having had a turn lets those behind pass") {
  section_turns turns;
  const auto first = turns.join({"web"});
  const auto second = turns.join({"web"});
  const auto third = turns.join({"web"});
  CHECK(turns.leave(second) == tickets{});
  CHECK(turns.leave(second) == tickets{});
  CHECK(turns.leave(first) == tickets{third});
  CHECK_FALSE(turns.has_turn(first));
}
