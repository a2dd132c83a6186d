#include "core/tasks/retry_wait.hpp"

#include <doctest/doctest.h>

using core::tasks::failed_tries;
using core::tasks::retry_rule;
using std::chrono::milliseconds;

namespace {

constexpr retry_rule rule{milliseconds(5000), milliseconds(30000)};
constexpr std::int64_t second = 1'000'000;

failed_tries failed_at(std::int64_t now_us, base::error_code code = base::error_code::process_failed) {
  failed_tries x;
  x.add({code, "why"}, rule, 0, now_us);
  return x;
}

} // namespace

TEST_CASE("each failed try waits as the rule has it") {
  auto x = failed_at(0);
  CHECK(x.count() == 1);
  CHECK(x.reason().message == "why");
  CHECK(x.wait(rule, 0) == milliseconds(5000));
  CHECK(x.wait(rule, second) == milliseconds(4000));
  CHECK(x.wait(rule, 9 * second) == milliseconds(0));
  x.add({base::error_code::io, "again"}, rule, 0, 5 * second);
  CHECK(x.count() == 2);
  CHECK(x.reason().message == "again");
  CHECK(x.wait(rule, 5 * second) == milliseconds(10000));
}

TEST_CASE("no wait is longer than the longest of the rule, also if the clock was set back") {
  CHECK(failed_at(1000 * second).wait(rule, 0) == rule.cap);
}

TEST_CASE("a repair brings the next try forward, and such tries are apart by the first delay") {
  auto x = failed_at(0);
  CHECK(x.bring_forward(rule, second));
  CHECK(x.wait(rule, second) == milliseconds(0));
  CHECK_MESSAGE(!x.bring_forward(rule, second), "it is due already");
  x.next_begins(rule, second);
  x.add({base::error_code::io, "again"}, rule, 0, second);
  CHECK(x.bring_forward(rule, 2 * second));
  CHECK(x.wait(rule, 2 * second) == milliseconds(4000));
}

TEST_CASE("a person is not held up by the time between tries") {
  auto x = failed_at(0);
  CHECK(x.bring_forward(rule, second));
  x.next_begins(rule, second);
  x.add({base::error_code::io, "again"}, rule, 0, second);
  CHECK(x.bring_to_now(2 * second));
  CHECK(x.wait(rule, 2 * second) == milliseconds(0));
  CHECK_MESSAGE(!x.bring_to_now(2 * second), "it is due already");
}

TEST_CASE("a try that was not brought forward holds up no repair") {
  auto x = failed_at(0);
  x.next_begins(rule, 5 * second);
  x.add({base::error_code::io, "again"}, rule, 0, 5 * second);
  CHECK(x.bring_forward(rule, 5 * second));
  CHECK(x.wait(rule, 5 * second) == milliseconds(0));
}

TEST_CASE("a failure may be of an outage by its error or by its time") {
  const core::tasks::repair::outage_over outage{std::chrono::seconds(10)};
  CHECK(failed_at(0, base::error_code::unavailable).may_be_of(outage, 100 * second));
  CHECK(failed_at(0, base::error_code::timeout).may_be_of(outage, 100 * second));
  CHECK(!failed_at(0).may_be_of(outage, 100 * second));
  CHECK(failed_at(90 * second).may_be_of(outage, 100 * second));
  CHECK(!failed_at(90 * second - 1).may_be_of(outage, 100 * second));
}

TEST_CASE("failures lose their meaning when the next try is long overdue") {
  const auto x = failed_at(0);
  CHECK(!x.is_outdated(rule, 35 * second));
  CHECK(x.is_outdated(rule, 35 * second + 1));
}

TEST_CASE("the first delay is exact, later ones are doubled with a jitter below a second, up to the cap") {
  const retry_rule usual;
  for (const std::uint64_t random : {0U, 1U, 999U, 123'456'789U}) {
    CAPTURE(random);
    const auto jitter = milliseconds(random % 1000);
    CHECK(usual.delay(1, random) == milliseconds(5000));
    CHECK(usual.delay(2, random) == milliseconds(10000) + jitter);
    CHECK(usual.delay(3, random) == milliseconds(20000) + jitter);
    CHECK(usual.delay(4, random) == milliseconds(30000));
    CHECK(usual.delay(4'000'000'000U, random) == milliseconds(30000));
  }
}

TEST_CASE("the jitter of a short delay is in proportion, and one of no delay is none") {
  CHECK((retry_rule{milliseconds(10), milliseconds(1000)}.delay(2, 3)) == milliseconds(21));
  CHECK((retry_rule{milliseconds(4), milliseconds(1000)}.delay(2, 3)) == milliseconds(8));
  CHECK((retry_rule{milliseconds(0), milliseconds(0)}.delay(2, 3)) == milliseconds(0));
}
