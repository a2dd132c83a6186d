#include "text/plain/text_range.hpp"

#include <doctest/doctest.h>

TEST_CASE("a range is empty where it begins and ends in one place, wherever that is") {
  using text::text_range;
  CHECK(text_range().empty());
  CHECK(text_range{3, 3}.empty());
  CHECK(!text_range{3, 4}.empty());
  CHECK((text_range{1, 2} == text_range{1, 2}));
  CHECK((text_range{3, 3} != text_range{4, 4}));
}
