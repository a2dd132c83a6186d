#include "core/schema/node.hpp"

#include <doctest/doctest.h>

#include <memory>

using core::schema::node;

TEST_CASE("a type is found by its exact name") {
  using type = node::value_type;
  struct row {
    const char* name;
    type is;
  };
  for (const auto& r : {row{"object", type::object}, row{"array", type::array}, row{"string", type::string},
                        row{"integer", type::integer}, row{"number", type::number}, row{"boolean", type::boolean},
                        row{"null", type::null}}) {
    CAPTURE(r.name);
    CHECK(core::schema::find_type(r.name) == r.is);
  }
  for (const auto* name : {"", "Object", "int", "unknown", "strings"}) {
    CAPTURE(name);
    CHECK(!core::schema::find_type(name));
  }
}

TEST_CASE("a property is found by its exact key") {
  node x;
  CHECK(x.property("a") == nullptr);
  for (const auto* key : {"a", "ab", "c"}) x.properties.emplace_back(key, std::make_shared<const node>());
  for (const auto& [key, property] : x.properties) CHECK(x.property(key) == property.get());
  for (const auto* key : {"", "A", "aa", "b", "d"}) {
    CAPTURE(key);
    CHECK(x.property(key) == nullptr);
  }
}

TEST_CASE("limits are empty if there is neither a lower nor an upper one") {
  CHECK(core::schema::size_limits().empty());
  CHECK(!core::schema::size_limits{.min = 0, .max = {}}.empty());
  CHECK(!core::schema::size_limits{.min = {}, .max = 0}.empty());
}
