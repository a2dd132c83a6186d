#include "text/plain/full_name.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("text/full_name");

using text::full_name;

TEST_CASE("a name keeps its space and itself, and a copy shares both") {
  const full_name x("web", "pod-1");
  const auto copy = x;
  CHECK(copy.space() == "web");
  CHECK(copy.name() == "pod-1");
  CHECK(copy.name().data() == x.name().data());
  CHECK(&full_name("web", "pod-2").space() == &x.space());
  CHECK(sizeof(full_name) == 8);
}

TEST_CASE("without a name both parts are empty") {
  CHECK(full_name().space().empty());
  CHECK(full_name().name().empty());
  CHECK(full_name() == full_name("", ""));
}

TEST_CASE("names are ordered by space, then name, in byte order") {
  CHECK(full_name("a", "z") < full_name("b", "a"));
  CHECK(full_name("a", "b") < full_name("a", "c"));
  CHECK(full_name("", "x") < full_name("a", "a"));
  CHECK(full_name("a", "z") < full_name("a", "\xc3\xa4"));
  CHECK(full_name("a", "b") == full_name("a", "b"));
  CHECK_FALSE(full_name("a", "b") == full_name("ab", ""));
}

TEST_SUITE_END();
