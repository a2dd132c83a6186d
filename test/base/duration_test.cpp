#include "base/duration.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using namespace base;
using namespace std::chrono_literals;

TEST_CASE("a duration is a sum of numbers with units") {
  const std::vector<std::pair<const char*, std::chrono::nanoseconds>> cases{
    {"0", 0ns},
    {"5s", 5s},
    {"1h30m", 90min},
    {"1.5h", 90min},
    {"300ms", 300ms},
    {"10us", 10us},
    {"10µs", 10us},
    {"7ns", 7ns},
    {"-2m", -2min},
    {"+2m", 2min},
    {".5s", 500ms},
    {"1.s", 1s},
    {"2h45m30.5s", 9930500ms},
    {"0s", 0s},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    auto parsed = parse_duration(text);
    REQUIRE(parsed);
    CHECK(*parsed == expected);
  }
}

TEST_CASE("text without units, numbers or sense is no duration") {
  for (const char* text : {"", "5", "s", "1h30", "1 s", "five", "1d", "-", "1.2.3s", "999999999h", "e1s"}) {
    CAPTURE(text);
    auto parsed = parse_duration(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().message.find("invalid duration '" + std::string(text) + "'") != std::string::npos);
  }
}

TEST_CASE("people get the two units of a duration that matter") {
  CHECK(duration_text(0s) == "0.0 s");
  CHECK(duration_text(-1s) == "0.0 s");
  CHECK(duration_text(1'950ms) == "1.9 s");
  CHECK(duration_text(59'999ms) == "59 s");
  CHECK(duration_text(124s) == "2 min 4 s");
  CHECK(duration_text(3h + 5min + 59s) == "3 h 5 min");
  CHECK(duration_text(49h) == "2 d 1 h");
}
