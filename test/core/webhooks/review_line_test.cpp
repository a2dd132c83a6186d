#include "core/webhooks/review_line.hpp"

#include <doctest/doctest.h>

TEST_CASE("only a few reviews run at a time, and further reviews follow in their order") {
  core::webhooks::review_line line(2);
  CHECK(line.enter(1));
  CHECK(line.enter(2));
  CHECK_FALSE(line.enter(3));
  CHECK_FALSE(line.enter(4));
  CHECK(line.leave() == 3);
  CHECK(line.leave() == 4);
  CHECK_FALSE(line.leave());
  CHECK_FALSE(line.leave());
  CHECK(line.enter(5));
}
