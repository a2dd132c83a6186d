#include "core/cel/functions.hpp"

#include <doctest/doctest.h>

using core::cel::call_form;
using core::cel::find_function;

TEST_CASE("a function is found by name, form and number of arguments") {
  CHECK(find_function("size", call_form::function, 1) != nullptr);
  CHECK(find_function("size", call_form::method, 1) != nullptr);
  CHECK(find_function("size", call_form::function, 2) == nullptr);
  CHECK(find_function("contains", call_form::function, 2) == nullptr);
  CHECK(find_function("zize", call_form::function, 1) == nullptr);
}
