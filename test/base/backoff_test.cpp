#include "base/backoff.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace std::chrono_literals;

TEST_CASE("a wait is doubled with each failure, up to the longest") {
  const base::backoff waits{5s, 30s};
  std::vector<std::chrono::seconds> all;
  for (std::uint64_t failures = 1; failures <= 5; ++failures) all.push_back(waits.after(failures));
  CHECK(all == std::vector<std::chrono::seconds>{5s, 10s, 20s, 30s, 30s});
}

TEST_CASE("no number of failures overflows a wait") {
  CHECK_EQ((base::backoff{1ms, 10'000ms}.after(~std::uint64_t{0})), 10s);
  CHECK_EQ((base::backoff{1ms, 10'000ms}.after(0)), 1ms);
  CHECK_EQ((base::backoff{20ms, 10ms}.after(3)), 10ms);
  CHECK_EQ((base::backoff{0ms, 10ms}.after(~std::uint64_t{0})), 0ms);
}
