#include "core/releases/upgrade_delays.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;

TEST_CASE("a guard delays an upgrade once, until the release is forgotten") {
  core::releases::upgrade_delays x;
  CHECK(x.over("web", 0).empty());
  CHECK(x.begin("web", "values", 10s, 0));
  CHECK_FALSE(x.begin("web", "values", 10s, 5'000'000));
  CHECK(x.over("web", 9'999'999).empty());
  CHECK_EQ(x.over("web", 10'000'000), std::set<std::string>{"values"});
  CHECK(x.begin("web", "hooks", 10s, 10'000'000));
  CHECK_EQ(x.over("web", 10'000'000), std::set<std::string>{"values"});
  CHECK(x.over("shop", 10'000'000).empty());
  x.forget("web");
  CHECK(x.over("web", 20'000'000).empty());
  CHECK(x.begin("web", "values", 10s, 20'000'000));
}
