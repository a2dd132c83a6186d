#include "text/yaml/yaml_container.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("text/yaml/yaml_container");

using text::duplicate_keys;
using text::json;
using text::yaml_container;

namespace {

std::string members_of(const yaml_container& x) {
  std::string all;
  for (const auto& [key, value] : x.members) all += key + "=" + value.dump() + " ";
  return all;
}

json parsed(const char* text) {
  return text::parse_yaml(text).value();
}

} // namespace

TEST_CASE("a repeated key is refused with the line of the first, or named if the last counts") {
  yaml_container x;
  CHECK_FALSE(text::begin_member(x, json("a"), 1, duplicate_keys::refused).value());
  const auto refused = text::begin_member(x, json("a"), 3, duplicate_keys::refused);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "duplicate key 'a' (first at line 1)");
  const auto repeated = text::begin_member(x, json("a"), 4, duplicate_keys::last_counts);
  REQUIRE(repeated.value());
  CHECK((*repeated)->line == 4);
  CHECK((*repeated)->first_line == 1);
  CHECK(members_of(x) == "a=null a=null ");
}

TEST_CASE("two words for the same truth value are named as the reason of a repeated key") {
  yaml_container x;
  REQUIRE(text::begin_member(x, json(true), 1, duplicate_keys::refused));
  const auto refused = text::begin_member(x, json(true), 2, duplicate_keys::refused);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message
        == "duplicate key 'true' (first at line 1): without quotes, y, yes, on and true are the same key");
}

TEST_CASE("of merged mappings the first of a sequence wins, and anything but a mapping is refused") {
  yaml_container x;
  REQUIRE(text::merge_members(x, parsed("[{a: 1}, {a: 2, b: 3}]")));
  CHECK(members_of(x) == "a=2 b=3 a=1 ");
  for (const auto* source : {"1", "[{a: 1}, 2]"}) {
    const auto merged = text::merge_members(x, parsed(source));
    REQUIRE_FALSE(merged);
    CHECK(merged.error().message == "'<<' needs a mapping or a sequence of mappings");
  }
}

TEST_SUITE_END();
