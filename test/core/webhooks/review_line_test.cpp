#include "core/webhooks/review_line.hpp"

#include <doctest/doctest.h>

using numbers = std::vector<std::uint64_t>;

namespace {

core::webhooks::review_client at(const std::string& address, const std::string& user = {}) {
  return {.address = address, .user = user};
}

} // namespace

TEST_CASE("only a few reviews run at a time, and further reviews follow in their order") {
  core::webhooks::review_line line(2);
  CHECK(line.enter(1, at("a")));
  CHECK(line.enter(2, at("a")));
  CHECK_FALSE(line.enter(3, at("a")));
  CHECK_FALSE(line.enter(4, at("a")));
  CHECK(line.leave(1) == numbers{3});
  CHECK(line.leave(2) == numbers{4});
  CHECK(line.leave(3).empty());
  CHECK(line.leave(4).empty());
  CHECK(line.enter(5, at("a")));
}

TEST_CASE("a client with many reviews delays no review of another client") {
  core::webhooks::review_line line(16);
  std::uint64_t last = 0;
  while (line.enter(++last, at("stranger"))) {
  }
  CHECK(last == 10);
  for (int i = 0; i < 100; ++i) CHECK_FALSE(line.enter(++last, at("stranger")));
  CHECK(line.enter(1000, at("server")));
  CHECK(line.leave(1000).empty());
  for (std::uint64_t i = 1; i <= 9; ++i) CHECK(line.leave(i) == numbers{i + 9});
}

TEST_CASE("of the waiting reviews, the client with the fewest running reviews has the next turn") {
  core::webhooks::review_line line(4);
  for (std::uint64_t i = 1; i <= 3; ++i) CHECK(line.enter(i, at("a")));
  CHECK(line.enter(4, at("b")));
  CHECK_FALSE(line.enter(5, at("a")));
  CHECK_FALSE(line.enter(6, at("b")));
  CHECK_FALSE(line.enter(7, at("c")));
  CHECK(line.leave(1) == numbers{7});
  CHECK(line.leave(2) == numbers{5});
}

TEST_CASE("a user with many reviews delays no review of another user behind the same API server") {
  core::webhooks::review_line line(16);
  for (std::uint64_t i = 1; i <= 50; ++i) CHECK(line.enter(i, at("server", "busy")) == (i <= 9));
  CHECK(line.enter(101, at("server", "quiet")));
  CHECK(line.enter(102, at("server", "quiet")));
  CHECK(line.enter(103, at("server", "quiet")));
  CHECK_FALSE(line.enter(104, at("server", "late")));
  CHECK(line.leave(1) == numbers{104});
}

TEST_CASE("of an address, the user with the fewest running reviews has the next turn") {
  core::webhooks::review_line line(4);
  CHECK(line.enter(1, at("server", "a")));
  CHECK(line.enter(2, at("server", "a")));
  CHECK(line.enter(3, at("server", "b")));
  CHECK_FALSE(line.enter(4, at("server", "a")));
  CHECK_FALSE(line.enter(5, at("server", "b")));
  CHECK_FALSE(line.enter(6, at("server", "c")));
  CHECK(line.leave(1) == numbers{6});
  CHECK(line.leave(2) == numbers{4});
}

TEST_CASE("runs share bytes, and a run that asks for more than the rest waits until there is room") {
  core::webhooks::review_line line(100);
  CHECK(line.enter(1, at("a"), 60));
  CHECK_FALSE(line.enter(2, at("b"), 50));
  CHECK(line.waits(2));
  CHECK(line.enter(3, at("c"), 10));
  CHECK(line.taken() == 70);
  CHECK(line.leave(3).empty());
  CHECK(line.leave(1) == numbers{2});
  CHECK_FALSE(line.waits(2));
  CHECK(line.leave(2).empty());
  CHECK(line.enter(4, at("b"), 100));
}

TEST_CASE("a run that waits can go, and a run that was never there leaves nothing") {
  core::webhooks::review_line line(1);
  CHECK(line.enter(1, at("a")));
  CHECK_FALSE(line.enter(2, at("b")));
  CHECK(line.leave(2).empty());
  CHECK(line.leave(3).empty());
  CHECK(line.leave(1).empty());
  CHECK(line.taken() == 0);
}
