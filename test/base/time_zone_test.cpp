#include "base/time_zone.hpp"

#include <doctest/doctest.h>

using std::chrono::seconds;
using std::chrono::sys_seconds;

TEST_CASE("the clocks of UTC are never changed") {
  const auto zone = base::utc();
  REQUIRE(zone != nullptr);
  for (const auto moment :
       {sys_seconds::min(), sys_seconds(seconds(0)), sys_seconds(seconds(1'700'000'000)), sys_seconds::max()}) {
    const auto span = zone->span_at(moment);
    CHECK(span.offset == seconds(0));
    CHECK(span.begin == sys_seconds::min());
    CHECK(span.end == sys_seconds::max());
  }
}

TEST_CASE("a source that knows UTC alone gives it as the zone of the machine, too, and names what it does not know") {
  for (const auto* name : {"", "UTC"}) {
    CAPTURE(name);
    const auto zone = base::only_utc(name);
    REQUIRE(zone);
    CHECK((*zone)->span_at(sys_seconds(seconds(0))).offset == seconds(0));
  }
  for (const auto* name : {"Europe/Berlin", "utc", " UTC"}) {
    CAPTURE(name);
    const auto zone = base::only_utc(name);
    REQUIRE(!zone);
    CHECK(zone.error().code == base::error_code::not_found);
    CHECK(zone.error().message.find("'" + std::string(name) + "'") != std::string::npos);
  }
}
