#include "core/schema/schema.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The value without its secrets, as JSON.
std::string shown(const char* schema, const char* value) {
  const auto compiled = core::schema::schema::compile(text::parse_yaml(schema).value());
  REQUIRE(compiled);
  return compiled->without_secrets(text::parse_yaml(value).value()).dump();
}

} // namespace

TEST_CASE("a secret is hidden wherever its mark stands, and its neighbours are not") {
  struct row {
    const char* schema;
    const char* value;
    const char* shown;
  };
  for (const auto& r : {
         row{"{x-secret: true}", "{a: 1}", R"("<redacted>")"},
         row{"{properties: {a: {x-secret: true}}}", "{a: x, b: z}", R"({"a":"<redacted>","b":"z"})"},
         row{"{properties: {a: {format: password}, b: {writeOnly: true}}}", "{a: x, b: 1}",
             R"({"a":"<redacted>","b":"<redacted>"})"},
         row{"{items: {x-secret: true}}", "[a, b]", R"(["<redacted>","<redacted>"])"},
         row{"{items: [{}, {x-secret: true}]}", "[a, b, c]", R"(["a","<redacted>","c"])"},
         row{"{patternProperties: {'^t': {x-secret: true}}}", "{t1: x, a: z}", R"({"a":"z","t1":"<redacted>"})"},
         row{"{properties: {a: {}}, additionalProperties: {x-secret: true}}", "{a: x, b: y}",
             R"({"a":"x","b":"<redacted>"})"},
         row{"{anyOf: [{type: string}, {x-secret: true}]}", "x", R"("<redacted>")"},
         row{"{not: {properties: {a: {x-secret: true}}}}", "{a: x}", R"({"a":"<redacted>"})"},
       }) {
    CAPTURE(r.schema);
    CHECK(shown(r.schema, r.value) == r.shown);
  }
}

TEST_CASE("null is no secret, and a value without secrets stays as it is") {
  CHECK(shown("{properties: {a: {x-secret: true}}}", "{a: null}") == R"({"a":null})");
  CHECK(shown("{properties: {a: {x-secret: true}}}", "{b: [1, {c: 2}]}") == R"({"b":[1,{"c":2}]})");
  CHECK(shown("{properties: {a: {x-secret: true}}}", "[1]") == "[1]");
}
