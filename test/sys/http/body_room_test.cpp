#include "sys/http/body_room.hpp"

#include <doctest/doctest.h>

TEST_CASE("long bodies share their room, and a short body always has room") {
  constexpr auto megabyte = sys::http::body_room::short_body;
  sys::http::body_room room(2 * megabyte);
  REQUIRE(room.take(0, megabyte));
  REQUIRE(room.take(megabyte, megabyte));
  CHECK_FALSE(room.take(2 * megabyte, 1));
  CHECK_FALSE(room.take(0, megabyte + 1));
  CHECK(room.take(0, megabyte));
  CHECK_FALSE(room.take(megabyte, 1));
  room.give_back(2 * megabyte);
  CHECK(room.take(megabyte, 1));
}
