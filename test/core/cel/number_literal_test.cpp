#include "core/cel/evaluated.hpp"

TEST_CASE("a literal is read with its sign") {
  test::check({
    {"-9223372036854775808", "-9223372036854775808"},
    {"9223372036854775807", "9223372036854775807"},
    {"9223372036854775808", "line 1, column 1: the number is out of range"},
    {"-9223372036854775809", "line 1, column 2: the number is out of range"},
    {"18446744073709551615u", "18446744073709551615"},
    {"0xfF", "255"},
    {"-0x10", "-16"},
    {".5", "0.5"},
    {"1e309", "line 1, column 1: the number is out of range"},
    {"--5", "5"},
  });
}
