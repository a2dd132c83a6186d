#include "core/cel/value_text.hpp"

#include <doctest/doctest.h>

#include <cmath>

using core::cel::double_text;

TEST_CASE("a double is written as Go writes it") {
  CHECK(double_text(123.456) == "123.456");
  CHECK(double_text(-0.0045) == "-0.0045");
  CHECK(double_text(0.00001) == "1e-05");
  CHECK(double_text(8080) == "8080");
  CHECK(double_text(1e6) == "1e+06");
  CHECK(double_text(1234567.5) == "1.2345675e+06");
  CHECK(double_text(0) == "0");
  CHECK(double_text(-0.0) == "-0");
  CHECK(double_text(1e300) == "1e+300");
  CHECK(double_text(INFINITY) == "+Inf");
  CHECK(double_text(NAN) == "NaN");
}

TEST_CASE("bytes become a string if they are UTF-8") {
  using core::cel::value;
  CHECK(to_string(value::bytes("\u00ff")).as<core::cel::string_value>()->view() == "\u00ff");
  CHECK(to_string(value::bytes("\xff")).has_failed());
  CHECK(to_string(value(core::cel::null())).has_failed());
}

TEST_CASE("a value in a message is short") {
  CHECK(core::cel::short_text(core::cel::value::string(std::string(200, 'a'))).size() < 100);
  CHECK(core::cel::short_text(core::cel::value(core::cel::null())) == "null_type");
}
