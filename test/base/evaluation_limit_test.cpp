#include "base/evaluation_limit.hpp"

#include <doctest/doctest.h>

TEST_CASE("without a limit no evaluation is stopped, and none has used too much") {
  int stops = 0;
  const auto stop = [](void* count) noexcept { ++*static_cast<int*>(count); };
  const auto limit = base::no_evaluation_limit();
  REQUIRE(limit != nullptr);
  for (int i = 0; i < 3; ++i) {
    limit->begin(stop, &stops);
    CHECK(limit->end() == "");
  }
  CHECK(stops == 0);
}
