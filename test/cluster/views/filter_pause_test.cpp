#include "cluster/views/filter_pause.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using cluster::views::filter_pause;

namespace {

constexpr std::int64_t second = 1'000'000;

} // namespace

TEST_CASE("a filter rests for a minute after three stops in a row") {
  filter_pause pause;
  pause.stop(0);
  pause.stop(1 * second);
  CHECK_FALSE(pause.lasts(1 * second));
  pause.stop(2 * second);
  CHECK(pause.stops() == 3);
  CHECK(pause.lasts(2 * second));
  CHECK(pause.lasts(62 * second - 1));
  CHECK_FALSE(pause.lasts(62 * second));
}

TEST_CASE("after its rest a filter has a single try") {
  filter_pause pause;
  for (int i = 0; i < 3; ++i) pause.stop(0);
  REQUIRE_FALSE(pause.lasts(60 * second));
  pause.stop(60 * second);
  CHECK(pause.lasts(61 * second));
}

TEST_CASE("an object on which the filter ends by itself begins the count anew") {
  filter_pause pause;
  for (int i = 0; i < 2; ++i) pause.stop(0);
  pause.end();
  CHECK(pause.stops() == 0);
  for (int i = 0; i < 2; ++i) pause.stop(0);
  CHECK_FALSE(pause.lasts(0));
}
