#include "core/webhooks/review_shares.hpp"

#include <doctest/doctest.h>

using core::webhooks::review_client;
using core::webhooks::review_shares;

namespace {

/// Takes as much as the client may have. @returns the amount
std::size_t fill(review_shares& shares, const review_client& client) {
  std::size_t taken = 0;
  for (; shares.may_take(client); ++taken) shares.take(client);
  return taken;
}

review_client at(const std::string& address, const std::string& user) {
  return {.address = address, .user = user};
}

} // namespace

TEST_CASE("a user alone leaves a rest for other users of its address, and for other addresses") {
  review_shares shares(256);
  CHECK(fill(shares, at("server", "busy")) == 144);
  CHECK(fill(shares, at("server", "next")) == 36);
  CHECK(shares.may_take(at("server", "third")));
  CHECK(shares.may_take(at("other", "busy")));
  CHECK(shares.busiest() == "server");
}

TEST_CASE("a stranger that names many users gets the part of its address, and no more") {
  review_shares shares(16);
  std::size_t taken = 0;
  for (int i = 0; i < 1000; ++i)
    if (const auto x = at("stranger", std::to_string(i)); shares.may_take(x)) {
      shares.take(x);
      ++taken;
    }
  CHECK(taken == 12);
  CHECK(shares.may_take(at("server", "a")));
}

TEST_CASE("a user of several addresses leaves the next turn to a user without a place") {
  review_shares shares(16);
  for (const auto* const address : {"a", "b", "c"}) fill(shares, at(address, "busy"));
  CHECK(shares.taken() == 16);
  CHECK_FALSE(shares.may_take(at("a", "quiet")));
  shares.give_back(at("a", "busy"), 4);
  fill(shares, at("c", "busy"));
  fill(shares, at("b", "busy"));
  shares.give_back(at("a", "busy"));
  CHECK(shares.may_take(at("a", "quiet")));
}

TEST_CASE("of the waiting clients, the smallest address and then the smallest user has the next turn") {
  review_shares shares(16);
  shares.take(at("a", "x"), 3);
  shares.take(at("a", "y"), 1);
  shares.take(at("b", "x"), 2);
  CHECK(shares.order_of(at("b", "x")) < shares.order_of(at("a", "z")));
  CHECK(shares.order_of(at("a", "z")) < shares.order_of(at("a", "y")));
  CHECK(shares.order_of(at("a", "y")) < shares.order_of(at("a", "x")));
}

TEST_CASE("places that were given back can be taken again") {
  review_shares shares(100);
  REQUIRE(shares.may_take(at("a", "x"), 100));
  shares.take(at("a", "x"), 100);
  CHECK_FALSE(shares.may_take(at("b", "x")));
  shares.give_back(at("a", "x"), 100);
  CHECK(shares.taken() == 0);
  CHECK(shares.order_of(at("a", "x")) == std::pair<std::size_t, std::size_t>{0, 0});
}
