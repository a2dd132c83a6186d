#include "core/cel/budget.hpp"

#include <doctest/doctest.h>

TEST_CASE("a budget that is used up stays so") {
  core::cel::budget steps(10);
  CHECK(steps.spend(4));
  CHECK(steps.left() == 6);
  CHECK(!steps.spend(7));
  CHECK(steps.is_used_up());
  CHECK(!steps.spend(1));
}

TEST_CASE("sixteen bytes cost a step") {
  core::cel::budget steps(10);
  CHECK(steps.spend_bytes(160));
  CHECK(steps.left() == 0);
  CHECK(!steps.spend_bytes(16));
}
