#include "core/schema/schema.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

} // namespace

TEST_CASE("defaults fill gaps and descend into what is there") {
  const auto compiled = core::schema::schema::compile(yaml(R"(
default: {ignored: true}
properties:
  a: {default: 1}
  nested: {properties: {b: {default: 2}}}
  made: {default: {}, properties: {c: {default: 3}}}
  list: {items: {properties: {d: {default: 4}}}}
)"));
  REQUIRE(compiled);
  const auto filled = [&](const char* text) { return compiled->with_defaults(yaml(text)).dump(); };
  CHECK(filled("{}") == R"({"a":1,"made":{"c":3}})");
  CHECK(filled("{a: null, nested: {}, list: [{}, {d: 5}, 1]}")
        == R"({"a":null,"list":[{"d":4},{"d":5},1],"made":{"c":3},"nested":{"b":2}})");
}

TEST_CASE("what has all its defaults stays the same value, so that it is not looked at again") {
  const auto compiled =
    core::schema::schema::compile(yaml("{properties: {list: {items: {properties: {d: {default: 4}}}}}}"));
  REQUIRE(compiled);
  const auto full = yaml("{list: [{d: 1}, {d: 2}]}");
  CHECK(compiled->with_defaults(full).same_node(full));
  const auto half = yaml("{list: [{d: 1}, {}]}");
  const auto filled = compiled->with_defaults(half);
  CHECK(filled.find("list")->as_array()[0].same_node(half.find("list")->as_array()[0]));
  CHECK_FALSE(filled.same_node(half));
}
