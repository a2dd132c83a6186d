#include "core/webhooks/review_places.hpp"

#include <doctest/doctest.h>

#include <vector>

using core::webhooks::review_client;
using core::webhooks::review_places;

namespace {

review_client at(const std::string& address, const std::string& user) {
  return {.address = address, .user = user};
}

} // namespace

TEST_CASE("a user with many reviews leaves places for other users, until its reviews end") {
  const auto places = review_places::make({.reviews = 16, .bytes = 1000});
  std::vector<review_places::place> taken;
  while (auto place = places->take(at("server", "busy"), 1)) taken.push_back(std::move(place));
  CHECK(taken.size() == 9);
  CHECK(places->busiest() == "server");
  CHECK(places->take(at("server", "quiet"), 1));
  taken.pop_back();
  CHECK(places->take(at("server", "busy"), 1));
}

TEST_CASE("a user with long bodies leaves room for the bodies of other users") {
  const auto places = review_places::make({.reviews = 100, .bytes = 1000});
  std::vector<review_places::place> taken;
  while (auto place = places->take(at("server", "busy"), 100)) taken.push_back(std::move(place));
  CHECK(taken.size() == 6);
  CHECK(places->take(at("server", "quiet"), 100));
  CHECK_FALSE(places->take(at("server", "quiet"), 500));
  taken.clear();
  CHECK(places->take(at("server", "quiet"), 500));
}

TEST_CASE("a place may outlive the places") {
  auto places = review_places::make({.reviews = 1, .bytes = 1});
  const auto place = places->take(at("a", "b"), 1);
  places.reset();
  CHECK(place);
}
