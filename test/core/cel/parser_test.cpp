#include "core/cel/parser.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("operators bind as the grammar says") {
  test::check({
    {"1 + 2 * 3 == 7 && true || false", "true"},
    {"2 - 1 - 1", "0"},
    {"true ? 1 : false ? 2 : 3", "1"},
    {"!(1 in [2]) && !false", "true"},
    {"-(1) + 2", "1"},
    {"[1, 2,]", "[1, 2]"},
    {"{'a': 1,}.a", "1"},
    {"{'in-between': 1}.`in-between`", "1"},
    {"{'if': 1}.if", "1"},
  });
}

TEST_CASE("a syntax error has its line and column") {
  test::check({
    {"", "line 1, column 1: expected a value, got the end"},
    {"1 +", "line 1, column 4: expected a value, got the end"},
    {"(1", "line 1, column 3: expected ')', got the end"},
    {"1 2", "line 1, column 3: expected an operator or the end of the expression"},
    {"[1 2]", "line 1, column 4: expected ']'"},
    {"true ? 1", "line 1, column 9: expected ':', got the end"},
    {"self.", "line 1, column 6: expected the name of a field, got the end"},
    {"self.true", "line 1, column 6: expected the name of a field"},
    {"while", "line 1, column 1: 'while' is a reserved word"},
    {"{1}", "line 1, column 3: expected ':'"},
    {"self{a: 1}", "line 1, column 5: messages are not supported"},
    {"1 = 2", "line 1, column 3: unexpected '='"},
  });
}

TEST_CASE("an expression that is nested too deeply is refused, wherever its depth comes from") {
  const auto deep = [](const std::string& begin, const std::string& middle, const std::string& end) {
    std::string source = middle;
    for (std::size_t i = 0; i < core::cel::depth_max + 1; ++i) source = begin + source + end;
    return test::evaluated(source);
  };
  CHECK(deep("(", "1", ")").ends_with("nested too deeply"));
  CHECK(deep("[", "1", "]").ends_with("nested too deeply"));
  CHECK(deep("1 + ", "1", "").ends_with("nested too deeply"));
  CHECK(deep("", "self", ".a").ends_with("nested too deeply"));
  CHECK(deep("true || ", "true", "") == "true");
}
