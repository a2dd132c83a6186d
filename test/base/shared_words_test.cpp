#include "base/shared_words.hpp"

#include <doctest/doctest.h>

TEST_CASE("shared words are the words that were set last") {
  base::shared_words x;
  CHECK(x.read().empty());
  x.set("a");
  x.set("b");
  CHECK(x.read() == "b");
}
