#include "core/cel/functions.hpp"

#include <doctest/doctest.h>

using core::cel::call_form;
using core::cel::find_function;
using core::cel::function_set;

TEST_CASE("a function is found by name, form and number of arguments") {
  CHECK(find_function("size", call_form::function, 1, function_set::standard) != nullptr);
  CHECK(find_function("size", call_form::method, 1, function_set::standard) != nullptr);
  CHECK(find_function("size", call_form::function, 2, function_set::standard) == nullptr);
  CHECK(find_function("contains", call_form::function, 2, function_set::standard) == nullptr);
  CHECK(find_function("zize", call_form::function, 1, function_set::standard) == nullptr);
}

TEST_CASE("the libraries of the API server are a set of their own") {
  CHECK(find_function("trim", call_form::method, 1, function_set::standard) == nullptr);
  CHECK(find_function("trim", call_form::method, 1, function_set::kubernetes) != nullptr);
  CHECK(find_function("size", call_form::method, 1, function_set::kubernetes) != nullptr);
}
