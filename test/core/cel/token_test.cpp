#include "core/cel/token.hpp"

#include <doctest/doctest.h>

using core::cel::token;
using core::cel::token_kind;

TEST_CASE("a mark and a word differ, whatever their text is") {
  const token mark{token_kind::mark, "in", 0}, word{token_kind::identifier, "in", 0};
  CHECK(mark.is_mark("in"));
  CHECK(!mark.is_word("in"));
  CHECK(word.is_word("in"));
  CHECK(!word.is_mark("in"));
  CHECK(!word.is_word("on"));
}
