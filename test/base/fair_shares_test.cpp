#include "base/fair_shares.hpp"

#include <doctest/doctest.h>

namespace {

/// Takes as much as the peer may have. @returns all that it has then.
std::size_t fill(base::fair_shares& shares, const std::string& peer) {
  while (shares.may_take(peer)) shares.take(peer);
  return shares.of(peer);
}

} // namespace

TEST_CASE("a peer alone gets three quarters, and a later peer finds a rest") {
  base::fair_shares shares(16);
  CHECK(fill(shares, "a") == 12);
  CHECK(fill(shares, "b") == 3);
  CHECK(fill(shares, "c") == 1);
  CHECK(shares.taken() == 16);
  CHECK(shares.busiest() == "a");
  CHECK_FALSE(shares.may_take("d"));
  shares.give_back("a");
  CHECK(shares.may_take("d"));
  CHECK_FALSE(shares.may_take("a"));
}

TEST_CASE("a single peer may have all in one piece") {
  base::fair_shares shares(100);
  CHECK_FALSE(shares.may_take("a", 101));
  REQUIRE(shares.may_take("a", 100));
  shares.take("a", 100);
  CHECK_FALSE(shares.may_take("b"));
  shares.give_back("a", 100);
  CHECK(shares.of("a") == 0);
  CHECK(shares.busiest().empty());
  CHECK(shares.taken() == 0);
}

TEST_CASE("the room of a peer is what it may still take") {
  base::fair_shares shares(16);
  CHECK(shares.room_of("a") == 12);
  shares.take("a", 9);
  CHECK(shares.room_of("a") == 3);
  shares.take("a", 3);
  CHECK(shares.room_of("a") == 0);
  CHECK(shares.room_of("b") == 3);
  shares.take("b", 2);
  CHECK(shares.room_of("b") == 1);
}
