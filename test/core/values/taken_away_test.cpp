#include "core/values/taken_away.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

using core::values::first_taken_away;

namespace {

text::json json(const char* words) {
  return *text::parse_json(words);
}

} // namespace

TEST_SUITE("core/taken_away") {
  TEST_CASE("a value that becomes absent or blank is taken away, and no other change") {
    const auto before = json(R"({"a": {"b": true, "c": [1, 2]}, "d": "x", "e": 3, "blank": false})");
    const auto taken = [&](const char* after) { return first_taken_away(before, json(after)).value_or("nothing"); };
    CHECK(taken(R"({"a": {"b": true, "c": [1, 2]}, "d": "x", "e": 3})") == "nothing");
    CHECK(taken(R"({"a": {"b": 1, "c": [3, 4, 5]}, "d": "y", "e": -1, "new": false})") == "nothing");
    CHECK(taken(R"({"a": {"b": false, "c": [1, 2]}, "d": "x", "e": 3})") == "/a/b");
    CHECK(taken(R"({"a": {"c": [1, 2]}, "d": "x", "e": 3})") == "/a/b");
    CHECK(taken(R"({"a": {"b": true, "c": [1]}, "d": "x", "e": 3})") == "/a/c");
    CHECK(taken(R"({"a": {}, "d": "x", "e": 3})") == "/a/b");
    CHECK(taken(R"({"a": "x", "d": "x", "e": 3})") == "nothing");
    CHECK(taken(R"({"a": [], "d": "x", "e": 3})") == "/a");
    CHECK(taken(R"({"d": "x", "e": 3})") == "/a");
    CHECK(taken("{}") == "/a");
    CHECK(taken(R"({"a": {"b": true, "c": [1, 2]}, "d": "", "e": 3})") == "/d");
    CHECK(taken(R"({"a": {"b": true, "c": [1, 2]}, "d": "x", "e": 0})") == "/e");
    CHECK(taken(R"({"a": {"b": true, "c": [1, 2]}, "d": "x", "e": null})") == "/e");
  }
}
