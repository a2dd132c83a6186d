#include "sys/time/clock.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using sys::time::rfc3339;
using sys::time::time_precision;

TEST_CASE("a time is written in UTC with the wanted digits, the rest is cut off") {
  const sys::time::wall_time time(1795264862s + 123999us);
  CHECK(rfc3339(time, time_precision::seconds) == "2026-11-21T12:41:02Z");
  CHECK(rfc3339(time) == "2026-11-21T12:41:02.123Z");
  CHECK(rfc3339(time, time_precision::microseconds) == "2026-11-21T12:41:02.123999Z");
}

TEST_CASE("leap days and times before the epoch are right") {
  CHECK(rfc3339(sys::time::wall_time(1709164800s), time_precision::seconds) == "2024-02-29T00:00:00Z");
  CHECK(rfc3339(sys::time::wall_time(-1ms)) == "1969-12-31T23:59:59.999Z");
}
