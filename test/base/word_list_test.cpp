#include "base/word_list.hpp"

#include <doctest/doctest.h>

TEST_CASE("words are listed as in a sentence") {
  CHECK(base::word_list({}) == "");
  CHECK(base::word_list({"a"}) == "a");
  CHECK(base::word_list({"a", "b"}) == "a and b");
  CHECK(base::word_list({"a", "b", "c"}) == "a, b and c");
}
