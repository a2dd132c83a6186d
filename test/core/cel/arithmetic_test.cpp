#include "core/cel/evaluated.hpp"

TEST_CASE("an operation beyond the range of a number fails") {
  test::check({
    {"9223372036854775807 + 1", "failed: integer overflow"},
    {"-9223372036854775808 - 1", "failed: integer overflow"},
    {"5000000000 * 5000000000", "failed: integer overflow"},
    {"-9223372036854775808 / -1", "failed: integer overflow"},
    {"-(-9223372036854775808)", "failed: integer overflow"},
    {"0u - 1u", "failed: integer overflow"},
    {"1 / 0", "failed: division by zero"},
    {"1u % 0u", "failed: modulus by zero"},
  });
}

TEST_CASE("division truncates, and a remainder has the sign of the dividend") {
  test::check({{"-7 / 2", "-3"}, {"-7 % 2", "-1"}, {"7 % -2", "1"}, {"7.0 / 2.0", "3.5"}, {"1.0 / 0.0", "+Inf"}});
}

TEST_CASE("operators need two values of the same type") {
  test::check({
    {"1 + 1u", "failed: no such overload: _+_ of int and uint"},
    {"1.5 % 2.0", "failed: no such overload: _%_ of double and double"},
    {"'a' + 1", "failed: no such overload: _+_ of string and int"},
    {"-'a'", "failed: no such overload: -_ of string"},
  });
}

TEST_CASE("strings and lists are joined by +") {
  test::check({{"'a' + 'b'", "ab"}, {"[1] + [2, 3]", "[1, 2, 3]"}, {"string(b'a' + b'b')", "ab"}});
}
