#include "base/event_batching.hpp"

#include <doctest/doctest.h>

#include <vector>

using base::event_batching;
using namespace std::chrono_literals;

namespace {

constexpr event_batching::limits limits{5ms, 50ms, 4, 50};
constexpr event_batching::duration noon = std::chrono::hours(12);

/// Takes batches until the next batch has to wait.
/// @returns how many.
int drain(event_batching& pace, std::size_t count) {
  int batches = 0;
  for (; pace.wait(noon) == 0ns; ++batches) {
    REQUIRE(batches < 1'000);
    pace.take(count, noon);
  }
  return batches;
}

event_batching::duration take(event_batching& pace, std::size_t count, event_batching::duration now) {
  pace.take(count, now);
  return pace.wait(now);
}

} // namespace

TEST_SUITE("core/event_batching") {
  TEST_CASE("what comes now and then is taken at once") {
    event_batching pace(limits);
    for (auto now = noon; now < noon + 10s; now += limits.shortest) CHECK(take(pace, 1, now) == 0ns);
  }

  TEST_CASE("what pours is taken at once for a while, then once in an interval") {
    event_batching pace(limits);
    CHECK(drain(pace, 1) == limits.burst + 1);
    CHECK(take(pace, 1, noon + 5ms) == 5ms);
    CHECK(take(pace, 1, noon + 10ms) == 5ms);
  }

  TEST_CASE("while each batch brings several, the next one waits longer") {
    event_batching pace(limits);
    (void)drain(pace, 1);
    auto now = noon + 5ms;
    std::vector<event_batching::duration> waits;
    for (const std::size_t count : {4, 8, 16, 32, 32, 3, 3, 3, 3}) {
      waits.push_back(take(pace, count, now));
      now += waits.back();
    }
    CHECK(waits == std::vector<event_batching::duration>{10ms, 20ms, 40ms, 50ms, 50ms, 25ms, 12500us, 6250us, 5ms});
  }

  TEST_CASE("after a pause it is taken at once again") {
    event_batching pace(limits);
    (void)drain(pace, 100);
    CHECK(take(pace, 1, noon + 1min) == 0ns);
  }

  TEST_CASE("a clock that was set back holds up nothing") {
    event_batching pace(limits);
    (void)drain(pace, 100);
    CHECK(pace.wait(noon - 1h) == 0ns);
    CHECK(take(pace, 100, noon - 1h) == 0ns);
  }
}
