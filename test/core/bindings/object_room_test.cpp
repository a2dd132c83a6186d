#include "core/bindings/object_room.hpp"

#include <doctest/doctest.h>

using core::bindings::object_room;

TEST_CASE("beyond the bound the watch with most bytes gives its objects up, whichever has grown") {
  object_room room(100);
  const auto small = room.enter();
  const auto large = room.enter();
  CHECK_FALSE(room.note(large, 90));
  CHECK_FALSE(room.note(small, 10));
  CHECK(room.note(small, 11) == large);
  CHECK_FALSE(room.note(small, 100));
  CHECK(room.note(small, 101) == small);
}

TEST_CASE("a watch that has to go takes no room, whatever it still keeps") {
  object_room room(100);
  const auto a = room.enter();
  const auto b = room.enter();
  CHECK(room.note(a, 200) == a);
  CHECK_FALSE(room.note(a, 300));
  CHECK_FALSE(room.note(b, 100));
}

TEST_CASE("a watch comes back when its objects fit, with an eighth left free") {
  object_room room(160);
  const auto a = room.enter();
  const auto b = room.enter();
  CHECK_FALSE(room.note(b, 100));
  CHECK(room.note(a, 200) == a);
  CHECK_FALSE(room.fits(41));
  CHECK(room.fits(40));
  room.leave(b);
  CHECK(room.fits(140));
  CHECK_FALSE(room.fits(141));
  room.come_back(a);
  CHECK_FALSE(room.note(a, 140));
  CHECK(room.note(a, 161) == a);
}

TEST_CASE("a watch that has ended takes no room") {
  object_room room(100);
  const auto a = room.enter();
  const auto b = room.enter();
  CHECK_FALSE(room.note(a, 100));
  room.leave(a);
  CHECK_FALSE(room.note(a, 100));
  CHECK_FALSE(room.note(b, 100));
}
