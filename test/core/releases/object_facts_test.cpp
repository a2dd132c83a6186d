#include "core/releases/object_facts.hpp"

#include "core/releases/own_fields.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

constexpr auto ends = R"({"metadata":{"deletionTimestamp":"2026-01-02T03:04:05Z","finalizers":["a/hold"]}})";
constexpr auto helm_fields = R"([{"manager":"helm","operation":"Update","fieldsV1":{"f:data":{}}}])";

} // namespace

TEST_CASE("the facts on the end of an object stand apart from those on its writers") {
  const auto facts = facts_on_end_and_writers(ends, helm_fields);
  CHECK_EQ(ending_part(facts), "2026-01-02T03:04:05Z a/hold");
  CHECK_EQ(own_part(facts), own_fields(helm_fields));
  CHECK_FALSE(has_foreign_part(facts));
}

TEST_CASE("writes of other clients are known beside an end, and without one") {
  CHECK(has_foreign_part("\nown/foreign"));
  CHECK(has_foreign_part("T a/hold\nown/foreign"));
  CHECK_FALSE(has_foreign_part("T a/hold\nown/"));
  CHECK_EQ(own_part("T a/hold\nown/foreign"), "own");
}

TEST_CASE("without facts on writers an object has no foreign part") {
  const auto facts = facts_on_end(ends, helm_fields);
  CHECK_EQ(ending_part(facts), "2026-01-02T03:04:05Z a/hold");
  CHECK_EQ(own_part(facts), "");
  CHECK_FALSE(has_foreign_part(facts));
  CHECK_FALSE(has_foreign_part(facts_on_end("{}", {})));
  CHECK_EQ(ending_part(""), "");
}
