#include "core/tasks/retry_rule.hpp"

#include <doctest/doctest.h>

using core::tasks::retry_rule;
using std::chrono::milliseconds;

TEST_CASE("the first delay is exact, later ones are doubled with a jitter below a second, up to the cap") {
  const retry_rule rule;
  for (const std::uint64_t random : {0U, 1U, 999U, 123'456'789U}) {
    CAPTURE(random);
    const auto jitter = milliseconds(random % 1000);
    CHECK(rule.delay(1, random) == milliseconds(5000));
    CHECK(rule.delay(2, random) == milliseconds(10000) + jitter);
    CHECK(rule.delay(3, random) == milliseconds(20000) + jitter);
    CHECK(rule.delay(4, random) == milliseconds(30000));
    CHECK(rule.delay(4'000'000'000U, random) == milliseconds(30000));
  }
}

TEST_CASE("the jitter of a short delay is in proportion, and one of no delay is none") {
  CHECK((retry_rule{milliseconds(10), milliseconds(1000)}.delay(2, 3)) == milliseconds(21));
  CHECK((retry_rule{milliseconds(4), milliseconds(1000)}.delay(2, 3)) == milliseconds(8));
  CHECK((retry_rule{milliseconds(0), milliseconds(0)}.delay(2, 3)) == milliseconds(0));
}
