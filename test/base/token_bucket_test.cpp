#include "base/token_bucket.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::nanoseconds begin = std::chrono::hours(12);

/// So many tokens at once, then one in each interval.
struct rate {
  std::chrono::nanoseconds interval;
  int burst;
};

/// The wait of a run that is requested now. A run without a wait takes its token.
std::chrono::nanoseconds ask(base::token_bucket& bucket, const rate& x, std::chrono::nanoseconds now) {
  const base::token_bucket::limits limits{x.interval * (x.burst - 1), x.interval};
  const auto wait = bucket.wait(limits, now);
  if (wait.count() == 0) bucket.take(limits, x.interval, now);
  return wait;
}

} // namespace

TEST_CASE("a burst runs at once, then one run follows every interval") {
  base::token_bucket bucket;
  const rate limit{5s, 3};
  for (int i = 0; i < 3; ++i) CHECK(ask(bucket, limit, begin) == 0s);
  CHECK(ask(bucket, limit, begin) == 5s);
  CHECK(ask(bucket, limit, begin + 4s) == 1s);
  CHECK(ask(bucket, limit, begin + 5s) == 0s);
  CHECK(ask(bucket, limit, begin + 5s) == 5s);
}

TEST_CASE("a bucket fills up again, but never beyond its burst") {
  base::token_bucket bucket;
  const rate limit{5s, 2};
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, begin) == 0s);
  CHECK(ask(bucket, limit, begin + 5s) == 0s);
  CHECK(ask(bucket, limit, begin + 5s) == 5s);
  const auto later = begin + 3600s;
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, later) == 0s);
  CHECK(ask(bucket, limit, later) == 5s);
}

TEST_CASE("a clock that was set back does not hold up a hook") {
  base::token_bucket bucket;
  const rate limit{5s, 2};
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, begin) == 0s);
  const auto earlier = begin - 3600s;
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, earlier) == 0s);
  CHECK(ask(bucket, limit, earlier) == 5s);
}

TEST_CASE("without an interval nothing waits") {
  base::token_bucket bucket;
  for (int i = 0; i < 100; ++i) CHECK(ask(bucket, {0s, 1}, begin) == 0s);
}
