#include "kube/watch/watch_position.hpp"

#include <doctest/doctest.h>

using kube::watch::watch_position;

TEST_CASE("a position is ahead of lower versions only, and of none before the first list") {
  watch_position position;
  CHECK_FALSE(position.is_ahead_of("1"));
  position.move_to("100");
  CHECK(position.is_ahead_of("99"));
  CHECK_FALSE(position.is_ahead_of("100"));
  CHECK_FALSE(position.is_ahead_of("101"));
  CHECK_MESSAGE(!position.is_ahead_of("v1-abc"), "a version without an order");
}

TEST_CASE("a doubt ends with a confirmation, or with the next version, and there is none without a position") {
  watch_position position;
  position.doubt();
  CHECK_FALSE(position.is_in_doubt());
  position.move_to("100");
  CHECK_FALSE(position.is_in_doubt());
  position.doubt();
  CHECK(position.is_in_doubt());
  position.confirm();
  CHECK_FALSE(position.is_in_doubt());
  position.doubt();
  position.move_to("101");
  CHECK_FALSE(position.is_in_doubt());
}
