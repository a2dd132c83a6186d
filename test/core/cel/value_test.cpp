#include "core/cel/value.hpp"

#include <doctest/doctest.h>

using namespace core::cel;

TEST_CASE("numbers of JSON are doubles, or ints by their notation") {
  const auto as_double = from_json(text::json::number("3"), json_numbers::doubles);
  REQUIRE(as_double.as<double>());
  CHECK(*as_double.as<double>() == 3.0);
  const auto as_int = from_json(text::json::number("3"), json_numbers::by_notation);
  REQUIRE(as_int.as<std::int64_t>());
  CHECK(*as_int.as<std::int64_t>() == 3);
  CHECK(from_json(text::json::number("3.0"), json_numbers::by_notation).as<double>());
  CHECK(*from_json(text::json::number("12345678901234567890"), json_numbers::by_notation).as<double>()
        == 1.2345678901234567e19);
  CHECK(*from_json(text::json::number("1e3"), json_numbers::doubles).as<double>() == 1000.0);
}

TEST_CASE("lists and maps of JSON are views") {
  const auto json = text::parse_json(R"({"a": [1, "x"], "b": null})").value();
  const auto value = from_json(json, json_numbers::doubles);
  const auto* object = value.as<map>();
  REQUIRE(object);
  CHECK(object->size() == 2);
  CHECK(object->key_at(1).as<string_value>()->view() == "b");
  CHECK(object->value_at(1).as<null>());
  CHECK(!object->find_field("c"));
  CHECK(!object->find(core::cel::value(1.0)));
  const auto items = object->find_field("a");
  REQUIRE(items);
  CHECK(items->as<list>()->at(1).as<string_value>()->view() == "x");
}

TEST_CASE("a map finds keys by their value, and refuses two equal keys") {
  const auto found = map::of({{std::int64_t{2}, true}, {value::string("a"), false}});
  REQUIRE(found);
  CHECK(found->find(value(2.0))->is(true));
  CHECK(found->find_field("a")->is(false));
  CHECK(!found->find(value(std::uint64_t{3})));
  CHECK(!map::of({{std::int64_t{2}, true}, {std::uint64_t{2}, true}}));
}
