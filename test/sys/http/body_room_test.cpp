#include "sys/http/body_room.hpp"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("bodies share their room until their last holder has gone") {
  const auto room = sys::http::body_room::make(100);
  auto all = room->take("a", 100);
  REQUIRE(all);
  CHECK_FALSE(room->take("b", 1));
  const auto holder = all;
  all.reset();
  CHECK_FALSE(room->take("b", 1));
}

TEST_CASE("a peer with many bodies leaves room for other peers") {
  const auto room = sys::http::body_room::make(100);
  std::vector<sys::http::body_room::share> all;
  for (auto next = room->take("a", 10); next; next = room->take("a", 10)) all.push_back(next);
  CHECK(all.size() == 8);
  CHECK(room->take("b", 20));
  all.clear();
  CHECK(room->take("b", 100));
}

TEST_CASE("a body may outlive the listener that has taken its room") {
  auto room = sys::http::body_room::make(100);
  const auto share = room->take("a", 1);
  room.reset();
  CHECK(share);
}
