#include "core/hooks/rate_bucket.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using namespace std::chrono_literals;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t begin = 1'767'225'600 * second;

/// How long a run waits that is asked for now; it takes place if it does not wait.
std::chrono::microseconds ask(core::hooks::rate_bucket& bucket, const core::bindings::rate_limit& limit,
                              std::int64_t now_us) {
  const auto wait = bucket.wait(limit, now_us);
  if (wait.count() == 0) bucket.take(limit, now_us);
  return wait;
}

} // namespace

TEST_CASE("a burst runs at once, then one run follows every interval") {
  core::hooks::rate_bucket bucket;
  const core::bindings::rate_limit limit{5s, 3};
  for (int i = 0; i < 3; ++i) CHECK(ask(bucket, limit, begin) == 0s);
  CHECK(ask(bucket, limit, begin) == 5s);
  CHECK(ask(bucket, limit, begin + 4 * second) == 1s);
  CHECK(ask(bucket, limit, begin + 5 * second) == 0s);
  CHECK(ask(bucket, limit, begin + 5 * second) == 5s);
}

TEST_CASE("a bucket fills up again, but never beyond its burst") {
  core::hooks::rate_bucket bucket;
  const core::bindings::rate_limit limit{5s, 2};
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, begin) == 0s);
  CHECK(ask(bucket, limit, begin + 5 * second) == 0s);
  CHECK(ask(bucket, limit, begin + 5 * second) == 5s);
  const auto later = begin + 3600 * second;
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, later) == 0s);
  CHECK(ask(bucket, limit, later) == 5s);
}

TEST_CASE("a clock that was set back does not hold up a hook") {
  core::hooks::rate_bucket bucket;
  const core::bindings::rate_limit limit{5s, 2};
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, begin) == 0s);
  const auto earlier = begin - 3600 * second;
  for (int i = 0; i < 2; ++i) CHECK(ask(bucket, limit, earlier) == 0s);
  CHECK(ask(bucket, limit, earlier) == 5s);
}

TEST_CASE("without an interval nothing waits") {
  core::hooks::rate_bucket bucket;
  for (int i = 0; i < 100; ++i) CHECK(ask(bucket, {0s, 1}, begin) == 0s);
}
