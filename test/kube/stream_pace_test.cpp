#include "kube/stream_pace.hpp"

#include <doctest/doctest.h>

#include <vector>

using kube::stream_pace;
using namespace std::chrono_literals;

namespace {

const stream_pace::clock::time_point noon{std::chrono::hours(12)};

/// Reads until it has to wait.
/// @returns how often it has read.
int drain(stream_pace& pace, std::size_t lines) {
  int reads = 1;
  while (pace.read(lines, noon) <= noon) ++reads;
  return reads;
}

} // namespace

TEST_SUITE("kube/stream_pace") {
  TEST_CASE("streams that bring a line now and then are read at once") {
    stream_pace pace;
    for (auto now = noon; now < noon + 10s; now += stream_pace::shortest) CHECK(pace.read(1, now) <= now);
  }

  TEST_CASE("streams that pour are read at once for a while, then once in an interval") {
    stream_pace pace;
    CHECK(drain(pace, 1) == stream_pace::burst + 1);
    CHECK(pace.read(1, noon + 5ms) == noon + 10ms);
    CHECK(pace.read(1, noon + 10ms) == noon + 15ms);
  }

  TEST_CASE("while each read brings several lines, the next one waits longer") {
    stream_pace pace;
    (void)drain(pace, 1);
    auto now = noon + 5ms;
    std::vector<stream_pace::clock::duration> waits;
    for (const std::size_t lines : {4, 8, 16, 32, 32, 3, 3, 3, 3}) {
      const auto next = pace.read(lines, now);
      waits.push_back(next - now);
      now = next;
    }
    CHECK(waits == std::vector<stream_pace::clock::duration>{10ms, 20ms, 40ms, 50ms, 50ms, 25ms, 12500us, 6250us, 5ms});
  }

  TEST_CASE("after a pause they are read at once again") {
    stream_pace pace;
    (void)drain(pace, 100);
    CHECK(pace.read(1, noon + 1min) <= noon + 1min);
  }
}
