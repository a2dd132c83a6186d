#include "sys/environment.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using variables = std::vector<std::string>;

TEST_CASE("a variable is found by its name alone") {
  const auto path = sys::environment_variable("PATH");
  REQUIRE(path);
  const auto all = sys::environment();
  CHECK(std::count(all.begin(), all.end(), "PATH=" + *path) == 1);
  CHECK_FALSE(sys::environment_variable("NO_SUCH_VARIABLE"));
}

TEST_CASE("overrides replace variables at their place and add new ones at the end") {
  CHECK(sys::merge_environment({"A=1", "B=2"}, {"C=3", "A=x=y"}) == variables{"A=x=y", "B=2", "C=3"});
}

TEST_CASE("each name occurs once, and the last entry counts") {
  CHECK(sys::merge_environment({"A=1", "A=2"}, {"B=1", "B=2", "AB=3"}) == variables{"A=2", "B=2", "AB=3"});
}
