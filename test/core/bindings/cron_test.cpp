#include "core/bindings/cron.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace core::bindings;
using namespace std::chrono_literals;

namespace {

using std::chrono::sys_days;
using std::chrono::sys_seconds;
using std::chrono::year;

sys_seconds at(int y, unsigned m, unsigned d, std::chrono::seconds time = 0s) {
  return sys_days(year(y) / std::chrono::month(m) / std::chrono::day(d)) + time;
}

/// A Saturday.
const sys_seconds start = at(2026, 11, 21, 12h + 30min + 15s);

struct next_case {
  const char* text;
  sys_seconds after;
  sys_seconds expected;
};

} // namespace

TEST_CASE("a crontab fires first at the next matching second") {
  const std::vector<next_case> cases{
    {"* * * * *", start, at(2026, 11, 21, 12h + 31min)},
    {"*/10 * * * * *", start, at(2026, 11, 21, 12h + 30min + 20s)},
    {"* 30 12 * * *", start, start + 1s},
    {"59 23 * * *", start, at(2026, 11, 21, 23h + 59min)},
    {"0 0 29 2 *", start, at(2028, 2, 29)},
    {"0 9 * * 1-5", start, at(2026, 11, 23, 9h)},
    {"0 9 * * mon", start, at(2026, 11, 23, 9h)},
    {"0 9 * * 0", start, at(2026, 11, 22, 9h)},
    {"0 9 * * 7", start, at(2026, 11, 22, 9h)},
    {"0 9 * * sun-tue", start, at(2026, 11, 22, 9h)},
    {"0 9 * * 5-7", start, at(2026, 11, 22, 9h)},
    {"0 0 1 JAN,jul *", start, at(2027, 1, 1)},
    {"0 0 ? * ?", start, at(2026, 11, 22)},
    {"15/20 * * * *", start, at(2026, 11, 21, 12h + 35min)},
    {"10-20/5 * * * *", start, at(2026, 11, 21, 13h + 10min)},
    {"30 30 12 21 11 *", start, start + 15s},
    {"@hourly", start, at(2026, 11, 21, 13h)},
    {"@daily", start, at(2026, 11, 22)},
    {"@midnight", start, at(2026, 11, 22)},
    {"@weekly", start, at(2026, 11, 22)},
    {"@monthly", start, at(2026, 12, 1)},
    {"@yearly", start, at(2027, 1, 1)},
    {"@annually", start, at(2027, 1, 1)},
    {"@every 1h30m", start, start + 90min},
    {"@every 10ms", start, start + 1s},
    {"@every 2500ms", start, start + 2s},
    {"TZ=UTC 0 0 * * *", start, at(2026, 11, 22)},
  };
  for (const auto& x : cases) {
    CAPTURE(x.text);
    auto parsed = parse_crontab(x.text);
    REQUIRE(parsed);
    auto next = parsed->next(x.after);
    REQUIRE(next);
    CHECK(*next == x.expected);
  }
}

TEST_CASE("a time that has come does not come again at the same second") {
  auto parsed = parse_crontab("0 0 * * *");
  REQUIRE(parsed);
  CHECK(parsed->next(at(2026, 11, 22)) == at(2026, 11, 23));
}

TEST_CASE("if both day fields are restricted, either one is enough") {
  auto parsed = parse_crontab("0 0 13 * 5");
  REQUIRE(parsed);
  CHECK(parsed->next(at(2026, 11, 11)) == at(2026, 11, 13));
  CHECK(parsed->next(at(2026, 11, 13)) == at(2026, 11, 20));
  CHECK(parsed->next(at(2026, 12, 11)) == at(2026, 12, 13));
}

TEST_CASE("a stepped star counts as a star, so that both day fields must match") {
  auto parsed = parse_crontab("0 0 */2 * 1");
  REQUIRE(parsed);
  CHECK(parsed->next(at(2026, 11, 21)) == at(2026, 11, 23));
  CHECK(parsed->next(at(2026, 11, 23)) == at(2026, 12, 7));
}

TEST_CASE("a crontab never fires if none of its months has one of its days") {
  const auto never = [](const char* text) {
    CAPTURE(text);
    auto parsed = parse_crontab(text);
    REQUIRE(parsed);
    return parsed->never_fires();
  };
  for (const auto* text : {"30 4 31 4,6,9,11 *", "0 0 30 2 *", "0 0 30-31 FEB *", "0 0 31 4 */2", "0 0 31 4 ?"})
    CHECK(never(text));
  // February 29 comes in leap years, the next one after 2096 in 2104. A day of the week comes in each month.
  for (const auto* text : {"0 0 29 2 *", "0 0 29 2 */6", "0 0 31 4 1", "* * * * *", "@every 5m", "@monthly"})
    CHECK_FALSE(never(text));
}

TEST_CASE("a date that does not exist never fires") {
  auto parsed = parse_crontab("0 0 30 2 *");
  REQUIRE(parsed);
  CHECK_FALSE(parsed->next(start));
}
