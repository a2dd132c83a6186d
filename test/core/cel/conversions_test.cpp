#include "core/cel/evaluated.hpp"

TEST_CASE("a number is converted if the other type has it") {
  test::check({
    {"int(-7.9)", "-7"},
    {"int(1e99)", "failed: the number is out of the range of int"},
    {"int(18446744073709551615u)", "failed: the number is out of the range of int"},
    {"uint(-1)", "failed: the number is out of the range of uint"},
    {"uint(25.5)", "25"},
    {"double('-1.5e3')", "-1500"},
    {"double('Infinity')", "+Inf"},
    {"int('+5')", "5"},
    {"int('5x')", "failed: the text is no int"},
    {"int('')", "failed: the text is no int"},
    {"uint('-1')", "failed: the text is no uint"},
  });
}

TEST_CASE("only some words are booleans") {
  test::check({{"bool('True')", "true"}, {"bool('f')", "false"}, {"bool('TrUe')", "failed: the text is no bool"}});
}

TEST_CASE("types are values") {
  test::check({
    {"type(1) == int", "true"},
    {"type(1) == type(1u)", "false"},
    {"type(type(1)) == type", "true"},
    {"type([]) == list && type({}) == map && type(null) == null_type", "true"},
  });
}

TEST_CASE("times are made of texts and seconds") {
  test::check({
    {"string(timestamp(1234567890))", "2009-02-13T23:31:30Z"},
    {"int(timestamp('2004-09-16T23:59:59Z'))", "1095379199"},
    {"timestamp('yesterday')", "failed: the text is no time of RFC 3339 in the years 1 to 9999"},
    {"string(duration('1h30m'))", "5400s"},
    {"duration('1 hour')", "failed: the text is no duration such as 1h30m"},
  });
}
