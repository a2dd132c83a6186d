#include "core/releases/lead_term.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::is_of_other_leader;
using core::releases::lead_term;
using core::releases::release;
using core::releases::release_status;

namespace {

release made_in(const std::string& term) {
  return {"web", 3, release_status::pending_upgrade, {{"moduleTerm", term}}};
}

} // namespace

TEST_CASE("a term names its number and its holder, as the value of a label") {
  CHECK_EQ(lead_term(3, "a"), "3.0cc175b9");
  CHECK_NE(lead_term(3, "op-0_uid"), lead_term(3, "op-1_uid"));
  CHECK_LE(lead_term(9'000'000'000'000'000'000, std::string(300, 'x')).size(), 63);
}

TEST_CASE("a later term, or the same number of another holder, is of a leader that may be at work") {
  const auto own = lead_term(3, "a");
  CHECK(is_of_other_leader(made_in(lead_term(4, "b")), own));
  CHECK(is_of_other_leader(made_in(lead_term(4, "a")), own));
  CHECK(is_of_other_leader(made_in(lead_term(3, "b")), own));
  CHECK_FALSE(is_of_other_leader(made_in(lead_term(3, "a")), own));
  CHECK_FALSE(is_of_other_leader(made_in(lead_term(2, "b")), own));
  CHECK_FALSE(is_of_other_leader(made_in(lead_term(2, "a")), own));
}

TEST_CASE("without a term on one of both sides there is no other leader") {
  CHECK_FALSE(is_of_other_leader(made_in(lead_term(4, "b")), ""));
  CHECK_FALSE(is_of_other_leader({"web", 3, release_status::pending_upgrade, {}}, lead_term(3, "a")));
  for (const auto* text : {"", "4", "four.0cc175b9", ".4"})
    CHECK_FALSE(is_of_other_leader(made_in(text), lead_term(3, "a")));
}
