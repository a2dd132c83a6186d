#include "core/bindings/due_schedule.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace core::bindings;
using namespace std::chrono_literals;

namespace {

const std::chrono::sys_seconds midnight = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21);

due_schedule made(const std::string& crontab, std::chrono::sys_seconds now) {
  auto parsed = parse_crontab(crontab);
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  return {*parsed, now};
}

} // namespace

TEST_CASE("a schedule fires when its time has come, not before, and once") {
  auto entry = made("0 9 * * *", midnight);
  CHECK_FALSE(entry.take(midnight + 9h - 1s));
  CHECK(entry.take(midnight + 9h));
  CHECK_FALSE(entry.take(midnight + 9h));
  CHECK(entry.next() == midnight + 33h);
}

TEST_CASE("times that the clock has jumped over fire once, together") {
  for (const char* crontab : {"*/5 * * * *", "@every 5m"}) {
    CAPTURE(crontab);
    auto entry = made(crontab, midnight);
    const auto now = midnight + 2h + 1min;
    CHECK(entry.take(now));
    entry.clock_was_set(now);
    CHECK_FALSE(entry.take(now));
    CHECK(entry.next() <= now + 5min);
  }
}

TEST_CASE("after the clock was set back, times are those of the new clock") {
  auto entry = made("0 * * * *", midnight + 12h);
  CHECK(entry.take(midnight + 13h));
  entry.clock_was_set(midnight + 3h + 30min);
  CHECK(entry.next() == midnight + 4h);
}

TEST_CASE("a small correction does not fire a time again") {
  auto entry = made("0 9 * * *", midnight);
  CHECK(entry.take(midnight + 9h));
  entry.clock_was_set(midnight + 9h - 2s);
  CHECK(entry.next() == midnight + 33h);
  entry.clock_was_set(midnight + 8h);
  CHECK(entry.next() == midnight + 9h);
}

TEST_CASE("an interval goes on when the clock is set forward, and is not lengthened when it is set back") {
  auto entry = made("@every 1h", midnight);
  entry.clock_was_set(midnight + 20min);
  CHECK(entry.next() == midnight + 1h);
  entry.clock_was_set(midnight - 10h);
  CHECK(entry.next() == midnight - 9h);
}

TEST_CASE("a schedule that begins anew drops what was due") {
  auto entry = made("0 9 * * *", midnight);
  entry.restart(midnight + 10h);
  CHECK_FALSE(entry.take(midnight + 10h));
  CHECK(entry.next() == midnight + 33h);
}

TEST_CASE("a schedule without a next time stays silent, also after the clock was set") {
  auto entry = made("0 0 30 2 *", midnight);
  CHECK_FALSE(entry.take(midnight + 1h));
  entry.clock_was_set(midnight);
  CHECK_FALSE(entry.next());
}
