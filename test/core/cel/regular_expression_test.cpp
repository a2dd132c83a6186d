#include "core/cel/regular_expression.hpp"

#include <doctest/doctest.h>

using core::cel::regular_expression;

TEST_CASE("a pattern matches anywhere") {
  const auto pattern = regular_expression::compile("b+").value();
  CHECK(pattern.found_in("abbc"));
  CHECK(!pattern.found_in("ac"));
}

TEST_CASE("a wrong pattern and a large one are errors") {
  CHECK(regular_expression::compile("(").error().message.starts_with("invalid pattern '(': "));
  CHECK(!regular_expression::compile("((a{100}){100}){100}"));
}
