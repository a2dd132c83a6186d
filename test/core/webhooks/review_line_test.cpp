#include "core/webhooks/review_line.hpp"

#include <doctest/doctest.h>

using numbers = std::vector<std::uint64_t>;

TEST_CASE("only a few reviews run at a time, and further reviews follow in their order") {
  core::webhooks::review_line line(2);
  CHECK(line.enter(1, "a"));
  CHECK(line.enter(2, "a"));
  CHECK_FALSE(line.enter(3, "a"));
  CHECK_FALSE(line.enter(4, "a"));
  CHECK(line.leave(1) == numbers{3});
  CHECK(line.leave(2) == numbers{4});
  CHECK(line.leave(3).empty());
  CHECK(line.leave(4).empty());
  CHECK(line.enter(5, "a"));
}

TEST_CASE("a client with many reviews delays no review of another client") {
  core::webhooks::review_line line(16);
  std::uint64_t last = 0;
  while (line.enter(++last, "stranger")) {
  }
  CHECK(last == 13);
  for (int i = 0; i < 100; ++i) CHECK_FALSE(line.enter(++last, "stranger"));
  CHECK(line.enter(1000, "server"));
  CHECK(line.leave(1000).empty());
  for (std::uint64_t i = 1; i <= 12; ++i) CHECK(line.leave(i) == numbers{i + 12});
}

TEST_CASE("of the waiting reviews, the client with the fewest running reviews has the next turn") {
  core::webhooks::review_line line(4);
  for (std::uint64_t i = 1; i <= 3; ++i) CHECK(line.enter(i, "a"));
  CHECK(line.enter(4, "b"));
  CHECK_FALSE(line.enter(5, "a"));
  CHECK_FALSE(line.enter(6, "b"));
  CHECK_FALSE(line.enter(7, "c"));
  CHECK(line.leave(1) == numbers{7});
  CHECK(line.leave(2) == numbers{5});
}
