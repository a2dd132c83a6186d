#include "core/cel/optional_library.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("an optional value is there or not") {
  test::check({
    {"optional.of(1).hasValue()", "true"},
    {"optional.none().hasValue()", "false"},
    {"optional.of(1).value()", "1"},
    {"optional.none().value()", "failed: optional.none() dereference"},
    {"optional.none().orValue(2)", "2"},
    {"optional.of(1).orValue(2)", "1"},
    {"optional.none().or(optional.of(3)).value()", "3"},
    {"optional.ofNonZeroValue(0).hasValue() || optional.ofNonZeroValue('').hasValue()", "false"},
    {"optional.ofNonZeroValue([0]).hasValue()", "true"},
    {"optional.of(1) == optional.of(1.0)", "true"},
    {"optional.of(1) == optional.none()", "false"},
    {"(1).hasValue()", "failed: no such overload: hasValue of int"},
  });
}
