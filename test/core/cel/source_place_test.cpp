#include "core/cel/source_place.hpp"

#include <doctest/doctest.h>

TEST_CASE("a place counts lines, and code points in its line") {
  CHECK(core::cel::shown_place("abc", 0) == "line 1, column 1");
  CHECK(core::cel::shown_place("a\nbc", 3) == "line 2, column 2");
  CHECK(core::cel::shown_place("\u00e4b", 2) == "line 1, column 2");
  CHECK(core::cel::fail_at("a\nb", 2, "why").value().message == "line 2, column 1: why");
}
