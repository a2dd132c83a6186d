#include "core/schema/known_parts.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

constexpr auto any_steps = [](std::size_t) { return true; };

} // namespace

TEST_CASE("members are found in the order of their keys") {
  const auto known = yaml("{a: 1, c: 3}");
  core::schema::known_members members(&known);
  CHECK(members.find("a") == known.find("a"));
  CHECK(members.find("b") == nullptr);
  CHECK(members.find("c") == known.find("c"));
  CHECK(members.find("d") == nullptr);
  CHECK(core::schema::known_members(nullptr).find("a") == nullptr);
}

TEST_CASE("an item of a list has the place of its predecessor") {
  const auto known = yaml("[1, 2]");
  core::schema::node schema;
  const core::schema::known_items items(&known, schema);
  CHECK(items.find(1, yaml("5"), any_steps) == &known.as_array()[1]);
  CHECK(items.find(2, yaml("1"), any_steps) == nullptr);
  CHECK(core::schema::known_items(nullptr, schema).find(0, yaml("1"), any_steps) == nullptr);
}

TEST_CASE("an item of a list with keys is found by them") {
  const auto known = yaml("[{name: a, port: 1}, {name: b}]");
  core::schema::node schema;
  schema.list_keys = {"name"};
  const core::schema::known_items items(&known, schema);
  CHECK(items.find(0, yaml("{name: b, port: 2}"), any_steps) == &known.as_array()[1]);
  CHECK(items.find(0, yaml("{name: a}"), any_steps) == &known.as_array()[0]);
  CHECK(items.find(0, yaml("{name: c}"), any_steps) == nullptr);
  CHECK(items.find(0, yaml("{name: b}"), [](std::size_t) { return false; }) == nullptr);
}
