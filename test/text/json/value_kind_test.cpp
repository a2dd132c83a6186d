#include "text/json/value_kind.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a value is named by its kind alone") {
  struct row {
    const char* text;
    const char* kind;
  };
  for (const auto& r : {row{"null", "null"}, row{"false", "a boolean"}, row{"-1.5", "a number"},
                        row{R"("secret")", "a string"}, row{"[1]", "a list"}, row{R"({"a":1})", "an object"}}) {
    CAPTURE(r.text);
    const std::string named = text::kind_name(text::parse_json(r.text).value());
    CHECK(named == r.kind);
    CHECK(text::begins_with_kind_name(named));
    CHECK(text::begins_with_kind_name(named + ", want two"));
  }
}

TEST_CASE("other words are no kind") {
  for (const auto* text : {"", "a", "an", "string", "the string", "\"a string\"", "A string", "true"}) {
    CAPTURE(text);
    CHECK(!text::begins_with_kind_name(text));
  }
}
