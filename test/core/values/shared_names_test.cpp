#include "core/values/shared_names.hpp"

#include <doctest/doctest.h>

using core::values::shared_names;

TEST_CASE("copies of names share one set, and equal sets are equal") {
  const shared_names names{"base", "web"};
  const auto copy = names;
  CHECK_EQ(&copy.names(), &names.names());
  CHECK(copy == names);
  CHECK(copy == shared_names{"web", "base"});
  CHECK(copy != shared_names{"web"});
  CHECK(copy.contains("web"));
  CHECK_FALSE(copy.contains("we"));
}
