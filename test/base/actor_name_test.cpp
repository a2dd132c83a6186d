#include "base/actor_name.hpp"

#include <doctest/doctest.h>

TEST_CASE("equal labels are one that stays") {
  const auto a = base::kept_label("queue main");
  const auto b = base::kept_label("queue main");
  CHECK(*a == "queue main");
  CHECK(a == b);
  CHECK(base::is_kept(a));
  CHECK_FALSE(base::is_kept(nullptr));
  CHECK_FALSE(base::is_kept(std::make_shared<const std::string>("queue main")));
}
