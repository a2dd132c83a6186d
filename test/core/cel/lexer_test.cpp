#include "core/cel/lexer.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string shown(std::string_view source) {
  const auto tokens = core::cel::tokens_of(source);
  if (!tokens) return tokens.error().message;
  std::string all;
  for (const auto& x : *tokens) all += "[" + x.text + "]";
  return all;
}

core::cel::token_kind first_kind(std::string_view source) {
  return core::cel::tokens_of(source)->front().kind;
}

} // namespace

TEST_CASE("an expression becomes tokens without blanks and comments") {
  CHECK(shown("a.b >= 1u // yes\n && !x") == "[a][.][b][>=][1][&&][!][x][]");
  CHECK(shown("1.5e+3 .5 7.size") == "[1.5e+3][.5][7][.][size][]");
  CHECK(shown("a.`b-c/d`") == "[a][.][b-c/d][]");
  CHECK(shown("") == "[]");
}

TEST_CASE("numbers have their kinds") {
  using core::cel::token_kind;
  CHECK(first_kind("0x1F") == token_kind::integer);
  CHECK(first_kind("1U") == token_kind::unsigned_integer);
  CHECK(first_kind("1e5") == token_kind::floating);
  CHECK(first_kind("b'x'") == token_kind::bytes);
  CHECK(first_kind("bx") == token_kind::identifier);
}

TEST_CASE("a fault has its line and column, in letters") {
  CHECK(shown("1 +\n  '\u00e4' # 2") == "line 2, column 7: unexpected '#'");
  CHECK(shown("'abc") == "line 1, column 1: the string has no end");
  CHECK(shown("a.`b") == "line 1, column 3: a name in backquotes has no end");
}
