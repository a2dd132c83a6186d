#include "core/schema/schema.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

std::string validate(const char* schema, const char* value) {
  const auto compiled = core::schema::schema::compile(yaml(schema));
  if (!compiled) return compiled.error().message;
  return core::schema::describe(compiled->validate(yaml(value), "v"));
}

} // namespace

TEST_CASE("a pattern takes time that is linear in the text") {
  const auto text = std::string(100'000, 'a') + "!";
  CHECK(validate("{pattern: '^(a+)+$'}", text.c_str()).starts_with("v must match '^(a+)+$'"));
}
