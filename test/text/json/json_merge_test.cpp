#include "text/json/json_merge.hpp"

#include <doctest/doctest.h>

namespace {

struct row {
  const char* lower;
  const char* upper;
  const char* want;
};

text::json parse(const char* text) {
  return *text::parse_json(text);
}

} // namespace

TEST_CASE("layers merge objects and replace everything else") {
  for (const auto& r : {
         row{R"({"a":1})", R"({"b":2})", R"({"a":1,"b":2})"},
         row{R"({"a":{"x":1,"y":1}})", R"({"a":{"y":2}})", R"({"a":{"x":1,"y":2}})"},
         row{R"({"a":[1,2]})", R"({"a":[3]})", R"({"a":[3]})"},
         row{R"({"a":{"x":1}})", R"({"a":null})", R"({"a":null})"},
         row{R"({"a":{"x":1}})", R"({"a":5})", R"({"a":5})"},
         row{R"({"a":5})", R"({"a":{"x":1}})", R"({"a":{"x":1}})"},
         row{R"({})", R"([1])", R"([1])"},
       })
    CHECK(text::deep_merge(parse(r.lower), parse(r.upper)).dump() == r.want);
}
