#include "core/bindings/cron.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace core::bindings;

TEST_CASE("what is no crontab is refused with the reason") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {"", "it is empty"},
    {"* * * *", "expected 5 or 6 fields, got 4"},
    {"* * * * * * *", "expected 5 or 6 fields, got 7"},
    {"60 * * * *", "minute '60': expected values from 0 to 59"},
    {"1,50-60 * * * *", "minute '1,50-60': expected values from 0 to 59"},
    {"* * * * 8", "day of week '8': expected values from 0 to 7"},
    {"* * 0 * *", "day of month '0': expected values from 1 to 31"},
    {"*/0 * * * *", "minute '*/0': the step '0' must be a number, 1 or more"},
    {"*/x * * * *", "minute '*/x': the step 'x' must be a number, 1 or more"},
    {"5-1 * * * *", "minute '5-1': the range '5-1' ends before it begins"},
    {"* * * * MON-SUN", "day of week 'MON-SUN': the range 'MON-SUN' ends before it begins: write 7 for a Sunday"},
    {"a * * * *", "minute 'a': 'a' is no number"},
    {"-1 * * * *", "minute '-1': a number is missing"},
    {", * * * *", "minute ',': it has no values"},
    {"* * * feb-x *", "month 'feb-x': 'x' is no number and no name from JAN to DEC"},
    {"@reboot",
     "unknown descriptor, expected @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, or @e"},
    {"@every", "unknown descriptor, expected @yearly"},
    {"@every soon", "invalid duration 'soon'"},
    {"TZ=Mars/Phobos 0 0 * * *", "time zone 'Mars/Phobos' is unknown"},
    {"TZ=UTC", "it is empty"},
  };
  for (const auto& [text, reason] : cases) {
    CAPTURE(text);
    auto parsed = parse_crontab(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().message.starts_with("crontab is invalid: '" + std::string(text) + "'"));
    CHECK_MESSAGE(parsed.error().message.find(reason) != std::string::npos, parsed.error().message);
  }
}
