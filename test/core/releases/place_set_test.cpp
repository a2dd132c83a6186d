#include "core/releases/place_set.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using core::releases::is_covered;
using core::releases::is_reached;
using text::json_pointer;

namespace {

/// All places with at most three tokens of two letters.
std::vector<json_pointer> all_places() {
  std::vector<json_pointer> found{{}};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const std::string token : {"a", "b"}) {
      auto below = found[i];
      below.tokens.push_back(token);
      if (below.tokens.size() <= 3) found.push_back(below);
    }
  return found;
}

bool covers(const json_pointer& around, const json_pointer& place) {
  return !around.tokens.empty() && around.contains(place);
}

} // namespace

TEST_CASE("a search among sorted places finds what a look at each place finds") {
  const auto places = all_places();
  for (const auto& first : places)
    for (const auto& second : places) {
      const std::set<json_pointer> set{first, second};
      for (const auto& place : places) {
        CAPTURE(first.text() + " " + second.text() + " " + place.text());
        CHECK(is_covered(set, place) == (covers(first, place) || covers(second, place)));
        CHECK(is_reached(set, place) == (place.contains(first) || place.contains(second)));
      }
    }
}

TEST_CASE("no place is covered or reached by no places") {
  CHECK_FALSE(is_covered({}, {}));
  CHECK_FALSE(is_reached({}, {}));
}
