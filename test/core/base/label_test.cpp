#include "core/base/label.hpp"

#include <doctest/doctest.h>

TEST_CASE("equal labels are one that stays") {
  const auto a = core::kept_label("queue main");
  const auto b = core::kept_label("queue main");
  CHECK(*a == "queue main");
  CHECK(a == b);
  CHECK(core::is_kept(a));
  CHECK_FALSE(core::is_kept(nullptr));
  CHECK_FALSE(core::is_kept(std::make_shared<const std::string>("queue main")));
}
