#include "text/plain/wrapped_text.hpp"

#include <doctest/doctest.h>

TEST_CASE("a text is broken at spaces, and words that are too long stay whole") {
  using text::wrapped;
  CHECK(wrapped("one two three", {.columns = 7, .indent = 0}) == "one two\nthree");
  CHECK(wrapped("one two three", {.columns = 9, .indent = 2}) == "one two\n  three");
  CHECK(wrapped("  a\n b\t ", {.columns = 10, .indent = 0}) == "a b");
  CHECK(wrapped("a abcdefghijkl b", {.columns = 5, .indent = 1}) == "a\n abcdefghijkl\n b");
  CHECK(wrapped("\u00e4\u00f6\u00fc \u00e4", {.columns = 5, .indent = 0}) == "\u00e4\u00f6\u00fc \u00e4");
  CHECK(wrapped("one two three", {.columns = 9, .indent = 2, .begin = 5}) == "one\n  two\n  three");
  CHECK(wrapped("", {}).empty());
}
