#include "core/schema/schema.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

text::json yaml(const char* text) {
  return text::parse_yaml(text).value();
}

core::schema::schema compiled(const char* text) {
  auto schema = core::schema::schema::compile(yaml(text));
  REQUIRE(schema);
  return *schema;
}

} // namespace

TEST_CASE("a copy of a schema judges alike") {
  const auto one = compiled("{properties: {a: {type: integer}}}");
  const auto other = one; // NOLINT(performance-unnecessary-copy-initialization)
  for (const auto* value : {"{a: 1}", "{a: x}", "{}"}) {
    CAPTURE(value);
    CHECK(one.validate(yaml(value), "v").empty() == other.validate(yaml(value), "v").empty());
  }
  CHECK(one.validate(yaml("{a: 1}"), "v").empty());
  CHECK(!other.validate(yaml("{a: x}"), "v").empty());
}

TEST_CASE("parts that were accepted before are not checked again, and others are") {
  const auto schema = compiled("{properties: {a: {type: integer}, b: {type: integer}}}");
  const auto before = yaml("{a: 1, b: 2}");
  REQUIRE(schema.validate(before, "v").empty());
  CHECK(schema.validate(before.with("b", text::json(3)), "v", &before).empty());
  CHECK(!schema.validate(before.with("b", text::json("x")), "v", &before).empty());
}

TEST_CASE("a name that is missing counts only if it is missing in the whole, too") {
  const auto schema = compiled("{required: [a, b]}");
  const auto part = yaml("{a: 1}");
  const auto with_all = schema.missing_marks(yaml("{b: 1, a: 1}"));
  CHECK(schema.validate(part, "v", core::schema::schema::check{.missing = &with_all}).empty());
  const auto without = schema.missing_marks(part);
  CHECK(!schema.validate(part, "v", core::schema::schema::check{.missing = &without}).empty());
}

TEST_CASE("a check that takes too many steps ends with a violation") {
  const auto schema = compiled("{items: {type: integer}}");
  CHECK(schema.validate(yaml("[1, 2, 3]"), "v", core::schema::schema::check{.steps_max = 1'000}).empty());
  CHECK(!schema.validate(yaml("[1, 2, 3]"), "v", core::schema::schema::check{.steps_max = 1}).empty());
}

TEST_CASE("mistakes that are known before stand first in the error") {
  core::schema::notes known;
  known.note("before", "x");
  const auto refused = core::schema::schema::compile(yaml("{type: 1}"), known);
  REQUIRE(!refused);
  CHECK(refused.error().message.starts_with("before: x; "));
  CHECK(!core::schema::schema::compile(yaml("{}"), known));
}
