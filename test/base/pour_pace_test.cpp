#include "base/pour_pace.hpp"

#include <doctest/doctest.h>

#include <vector>

using base::pour_pace;
using namespace std::chrono_literals;

namespace {

constexpr pour_pace::limits limits{5ms, 50ms, 4, 50};
constexpr pour_pace::duration noon = std::chrono::hours(12);

/// Takes gulps until the next gulp has to wait.
/// @returns how many.
int drain(pour_pace& pace, std::size_t count) {
  int gulps = 0;
  for (; pace.wait(noon) == 0ns; ++gulps) {
    REQUIRE(gulps < 1'000);
    pace.take(count, noon);
  }
  return gulps;
}

pour_pace::duration take(pour_pace& pace, std::size_t count, pour_pace::duration now) {
  pace.take(count, now);
  return pace.wait(now);
}

} // namespace

TEST_SUITE("core/pour_pace") {
  TEST_CASE("what comes now and then is taken at once") {
    pour_pace pace(limits);
    for (auto now = noon; now < noon + 10s; now += limits.shortest) CHECK(take(pace, 1, now) == 0ns);
  }

  TEST_CASE("what pours is taken at once for a while, then once in an interval") {
    pour_pace pace(limits);
    CHECK(drain(pace, 1) == limits.burst + 1);
    CHECK(take(pace, 1, noon + 5ms) == 5ms);
    CHECK(take(pace, 1, noon + 10ms) == 5ms);
  }

  TEST_CASE("while each gulp brings several, the next one waits longer") {
    pour_pace pace(limits);
    (void)drain(pace, 1);
    auto now = noon + 5ms;
    std::vector<pour_pace::duration> waits;
    for (const std::size_t count : {4, 8, 16, 32, 32, 3, 3, 3, 3}) {
      waits.push_back(take(pace, count, now));
      now += waits.back();
    }
    CHECK(waits == std::vector<pour_pace::duration>{10ms, 20ms, 40ms, 50ms, 50ms, 25ms, 12500us, 6250us, 5ms});
  }

  TEST_CASE("after a pause it is taken at once again") {
    pour_pace pace(limits);
    (void)drain(pace, 100);
    CHECK(take(pace, 1, noon + 1min) == 0ns);
  }

  TEST_CASE("a clock that was set back holds up nothing") {
    pour_pace pace(limits);
    (void)drain(pace, 100);
    CHECK(pace.wait(noon - 1h) == 0ns);
    CHECK(take(pace, 100, noon - 1h) == 0ns);
  }
}
