#include "core/schema/value_rules.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::schema;

namespace {

text::json parsed(const char* text) {
  return text::parse_json(text).value();
}

std::string words(const std::vector<broken_rule>& broken) {
  std::string text;
  for (const auto& x : broken) text += (text.empty() ? "" : "; ") + x.rule + (x.found.empty() ? "" : ", " + x.found);
  return text;
}

} // namespace

TEST_CASE("a value is of one of the types, or the types are named with the kind that was found") {
  using type = node::value_type;
  node x;
  CHECK_MESSAGE(!broken_type(x, parsed("[]")), "without types any value is right");
  x.types = {type::integer, type::null};
  for (const auto* text : {"1", "1.0", "1e3", "null"}) {
    CAPTURE(text);
    CHECK(!broken_type(x, parsed(text)));
  }
  const auto broken = broken_type(x, parsed("1.5"));
  REQUIRE(broken);
  CHECK(broken->rule == "must be of type integer or null");
  CHECK(broken->found == "got a number");
  CHECK(broken_type(x, parsed("1.5"), wording::none)->rule == "");
  x.types = {type::unknown};
  x.unknown_types = {"file"};
  CHECK(broken_type(x, parsed("1"))->rule == "must be of type file (a type that no value has)");
}

TEST_CASE("bounds of numbers count exactly") {
  node x;
  x.minimum = "9007199254740993"; // 2^53 + 1, which no double holds
  CHECK(words(broken_rules(x, parsed("9007199254740993"))) == "");
  CHECK(words(broken_rules(x, parsed("9007199254740992"))) == "must be at least 9007199254740993");
  x.minimum_excluded = true;
  CHECK(words(broken_rules(x, parsed("9007199254740993"))) == "must be greater than 9007199254740993");
  node y;
  y.maximum = "2.5";
  y.multiple_of = "0.1";
  CHECK(words(broken_rules(y, parsed("2.3"))) == "");
  CHECK(words(broken_rules(y, parsed("2.55"))) == "must be at most 2.5; must be a multiple of 0.1");
  y.maximum_excluded = true;
  CHECK(words(broken_rules(y, parsed("2.5"))) == "must be less than 2.5");
  CHECK_MESSAGE(words(broken_rules(y, parsed(R"("100")"))) == "", "rules of numbers are not for texts");
}

TEST_CASE("the length of a text is that of its characters, and of a secret it is not told") {
  node x;
  x.length = {.min = 2, .max = 3};
  CHECK(words(broken_rules(x, parsed(R"("äöü")"))) == "");
  CHECK(words(broken_rules(x, parsed(R"("ä")"))) == "must have at least 2 characters, has 1");
  CHECK(words(broken_rules(x, parsed(R"("abcd")"))) == "must have at most 3 characters, has 4");
  x.secret = true;
  CHECK(words(broken_rules(x, parsed(R"("abcd")"))).find("has 4") == std::string::npos);
  CHECK(found_text(x, parsed("1")).find("number") == std::string::npos);
  CHECK(found_text({}, parsed("1")) == "got a number");
}

TEST_CASE("limits are broken below the least and above the most") {
  const size_limits limits{.min = 1, .max = 2};
  CHECK(words(broken_limits(limits, 0, "items")) == "must have at least 1 items, has 0");
  CHECK(words(broken_limits(limits, 1, "items")) == "");
  CHECK(words(broken_limits(limits, 2, "items")) == "");
  CHECK(words(broken_limits(limits, 3, "items")) == "must have at most 2 items, has 3");
  CHECK(words(broken_limits({}, 1'000'000, "items")) == "");
}
