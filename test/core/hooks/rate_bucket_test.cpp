#include "core/hooks/rate_bucket.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using namespace std::chrono_literals;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t begin = 1'767'225'600 * second;

} // namespace

TEST_CASE("a burst runs at once, then one run follows every interval") {
  core::rate_bucket bucket;
  const core::rate_limit limit{5s, 3};
  for (int i = 0; i < 3; ++i) CHECK(bucket.take(limit, begin) == 0s);
  CHECK(bucket.take(limit, begin) == 5s);
  CHECK(bucket.take(limit, begin + second) == 9s);
}

TEST_CASE("a bucket fills up again, but never beyond its burst") {
  core::rate_bucket bucket;
  const core::rate_limit limit{5s, 2};
  for (int i = 0; i < 2; ++i) CHECK(bucket.take(limit, begin) == 0s);
  CHECK(bucket.take(limit, begin + 5 * second) == 0s);
  CHECK(bucket.take(limit, begin + 5 * second) == 5s);
  const auto later = begin + 3600 * second;
  for (int i = 0; i < 2; ++i) CHECK(bucket.take(limit, later) == 0s);
  CHECK(bucket.take(limit, later) == 5s);
}

TEST_CASE("without an interval nothing waits") {
  core::rate_bucket bucket;
  for (int i = 0; i < 100; ++i) CHECK(bucket.take({0s, 1}, begin) == 0s);
}
