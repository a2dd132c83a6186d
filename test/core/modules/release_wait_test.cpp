#include "core/modules/release_wait.hpp"

#include <doctest/doctest.h>

TEST_CASE("a module is tried again while its release is occupied, by its latest reason") {
  core::modules::release_wait x;
  CHECK_FALSE(x.is_due(0));
  const auto first = x.begin();
  CHECK(x.is_due(first));
  const auto second = x.begin();
  CHECK_FALSE(x.is_due(first));
  CHECK(x.is_due(second));
  x.end();
  CHECK_FALSE(x.is_due(second));
  CHECK(x.is_due(x.begin()));
}
