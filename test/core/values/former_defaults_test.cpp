#include "core/values/former_defaults.hpp"

#include <doctest/doctest.h>

using namespace core::values;

TEST_CASE("defaults of both former schemas are added in place of missing values") {
  const former_schemas schemas{"type: object\nproperties: {a: {type: integer, default: 1}, b: {type: integer}}\n",
                               "type: object\nproperties: {c: {type: integer, default: 3}}\n"};
  const auto filled = with_former_defaults(schemas, "web", *text::parse_json(R"({"b":2,"c":4})"));
  REQUIRE(filled);
  CHECK_EQ(*filled, *text::parse_json(R"({"a":1,"b":2,"c":4})"));
}

TEST_CASE("former schemas that cannot be used add no defaults") {
  CHECK_FALSE(with_former_defaults({"type: [", std::nullopt}, "web", text::json::object()));
  CHECK_EQ(with_former_defaults({}, "web", text::json::object()), text::json::object());
}
