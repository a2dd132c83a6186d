#include "base/contains.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

TEST_CASE("a list contains its elements, a text its parts") {
  const std::vector<std::string> names{"web", "db"};
  CHECK(base::contains(names, "db"));
  CHECK_FALSE(base::contains(names, "d"));
  CHECK(base::contains(std::array{1, 2}, 2));
  CHECK_FALSE(base::contains(std::array<int, 0>{}, 2));
  CHECK(base::contains(std::string("web,db"), "b,d"));
  CHECK_FALSE(base::contains("web", "db"));
}
