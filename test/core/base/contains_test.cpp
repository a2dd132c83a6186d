#include "core/base/contains.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

TEST_CASE("a list contains its elements, a text its parts") {
  const std::vector<std::string> names{"web", "db"};
  CHECK(core::contains(names, "db"));
  CHECK_FALSE(core::contains(names, "d"));
  CHECK(core::contains(std::array{1, 2}, 2));
  CHECK_FALSE(core::contains(std::array<int, 0>{}, 2));
  CHECK(core::contains(std::string("web,db"), "b,d"));
  CHECK_FALSE(core::contains("web", "db"));
}
