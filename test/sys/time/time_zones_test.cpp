#include "sys/time/time_zones.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>
#include <string>

using namespace std::chrono_literals;

namespace {

using std::chrono::sys_days;
using std::chrono::sys_seconds;
using std::chrono::year;

sys_seconds at(int y, unsigned m, unsigned d, std::chrono::seconds time = 0s) {
  return sys_days(year(y) / std::chrono::month(m) / std::chrono::day(d)) + time;
}

base::time_zone_ptr found(const base::result<base::time_zone_ptr>& zone) {
  REQUIRE_MESSAGE(zone, zone.error().message);
  return *zone;
}

} // namespace

TEST_CASE("a zone of the tz database says when its clocks are changed") {
  auto berlin = found(sys::time::find_time_zone("Europe/Berlin"));
  const auto winter_2026 = berlin->span_at(at(2027, 1, 1));
  CHECK(winter_2026.offset == 1h);
  CHECK(winter_2026.begin == at(2026, 10, 25, 1h));
  CHECK(winter_2026.end == at(2027, 3, 28, 1h));
  const auto summer = berlin->span_at(winter_2026.end);
  CHECK(summer.offset == 2h);
  CHECK(summer.begin == winter_2026.end);
  CHECK(summer.end == at(2027, 10, 31, 1h));
  CHECK(berlin->span_at(summer.end - 1s).end == summer.end);
}

TEST_CASE("daylight saving time goes on beyond the table of a zone") {
  auto berlin = found(sys::time::find_time_zone("Europe/Berlin"));
  CHECK(berlin->span_at(at(2060, 7, 1)).offset == 2h);
  CHECK(berlin->span_at(at(2060, 12, 1)).offset == 1h);
}

TEST_CASE("a zone that changes its clocks no more has one span without an end") {
  auto kolkata = found(sys::time::find_time_zone("Asia/Kolkata"));
  CHECK(kolkata->span_at(at(2026, 1, 1)).offset == 5h + 30min);
  CHECK(kolkata->span_at(at(2026, 1, 1)).end == sys_seconds::max());
  auto utc = found(sys::time::find_time_zone("Etc/UTC"));
  CHECK(utc->span_at(at(2026, 1, 1)).begin == sys_seconds::min());
}

TEST_CASE("what is no zone is refused by its name, and no other file is read") {
  for (const char* name : {"Mars/Phobos", "/etc/passwd", "../../../etc/passwd", "Fixed/UTC+01:00:00", "Europe"}) {
    CAPTURE(name);
    auto zone = sys::time::find_time_zone(name);
    REQUIRE_FALSE(zone);
    CHECK(zone.error().message.find("time zone '" + std::string(name) + "'") == 0);
  }
}

TEST_CASE("the machine's zone is that of $TZ, else that of /etc/localtime") {
  const auto summer = at(2026, 7, 1);
  CHECK(found(sys::time::local_time_zone("America/New_York"))->span_at(summer).offset == -4h);
  CHECK(found(sys::time::local_time_zone(":America/New_York"))->span_at(summer).offset == -4h);
  CHECK(found(sys::time::local_time_zone("/usr/share/zoneinfo/Asia/Tokyo"))->span_at(summer).offset == 9h);
  CHECK(found(sys::time::local_time_zone(""))->span_at(summer).offset == 0h);
  CHECK(sys::time::local_time_zone(std::nullopt));
  auto bad = sys::time::local_time_zone("Mars/Phobos");
  REQUIRE_FALSE(bad);
  CHECK(bad.error().message.find("time zone 'Mars/Phobos' of $TZ") == 0);
}
