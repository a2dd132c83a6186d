#include "sys/files/environment.hpp"

#include <doctest/doctest.h>

#include <algorithm>

TEST_CASE("a variable is found by its name alone") {
  const auto path = sys::files::environment_variable("PATH");
  REQUIRE(path);
  const auto all = sys::files::environment();
  CHECK(std::count(all.begin(), all.end(), "PATH=" + *path) == 1);
  CHECK_FALSE(sys::files::environment_variable("NO_SUCH_VARIABLE"));
}
