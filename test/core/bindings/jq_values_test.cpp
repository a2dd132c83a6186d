#include "core/bindings/jq_values.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a text of jq is taken with all its bytes, and another value is an empty text") {
  CHECK(core::bindings::take_text(jv_string("")) == "");
  CHECK(core::bindings::take_text(jv_string_sized("a\0b", 3)) == std::string("a\0b", 3));
  CHECK(core::bindings::take_text(jv_string("größe")) == "größe");
  CHECK(core::bindings::take_text(jv_null()) == "");
  CHECK(core::bindings::take_text(jv_number(1)) == "");
  CHECK(core::bindings::take_text(jv_array()) == "");
}

TEST_CASE("taking a text leaves other owners of the value alone") {
  const auto x = jv_string("shared");
  CHECK(core::bindings::take_text(jv_copy(x)) == "shared");
  CHECK(core::bindings::take_text(x) == "shared");
}
