#include "cluster/views/filter_rest.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using cluster::views::filter_rest;

namespace {

constexpr std::int64_t second = 1'000'000;

} // namespace

TEST_CASE("a filter rests for a minute after three stops in a row") {
  filter_rest rest;
  rest.stop(0);
  rest.stop(1 * second);
  CHECK_FALSE(rest.lasts(1 * second));
  rest.stop(2 * second);
  CHECK(rest.stops() == 3);
  CHECK(rest.lasts(2 * second));
  CHECK(rest.lasts(62 * second - 1));
  CHECK_FALSE(rest.lasts(62 * second));
}

TEST_CASE("after its rest a filter has a single try") {
  filter_rest rest;
  for (int i = 0; i < 3; ++i) rest.stop(0);
  REQUIRE_FALSE(rest.lasts(60 * second));
  rest.stop(60 * second);
  CHECK(rest.lasts(61 * second));
}

TEST_CASE("an object on which the filter ends by itself begins the count anew") {
  filter_rest rest;
  for (int i = 0; i < 2; ++i) rest.stop(0);
  rest.end();
  CHECK(rest.stops() == 0);
  for (int i = 0; i < 2; ++i) rest.stop(0);
  CHECK_FALSE(rest.lasts(0));
}
