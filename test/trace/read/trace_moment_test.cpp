#include "trace/read/trace_moment.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t day = 86'400 * second;

trace::read::trace_moment moment(const std::string& text) {
  const auto read = trace::read::parse_trace_moment(text);
  REQUIRE_MESSAGE(read, text);
  return *read;
}

} // namespace

TEST_CASE("a moment of a run is written as trace order and the log write it") {
  constexpr std::int64_t begin = second;
  for (const std::string text : {"12.5", "+12.5", "+12.5s", "+12.500 s"})
    CHECK_MESSAGE(moment(text).at(begin) == 13'500'000, text);
  CHECK(moment("0").at(begin) == begin);
  CHECK(moment("+2 h 50 min").at(begin) == begin + 10'200 * second);
  CHECK(moment("1970-01-02T00:00:01.25Z").at(begin) == 86'401'250'000);
  CHECK(moment("2026-02-28T23:59:59Z").at(begin) == 1'772'323'199'000'000);
  CHECK_MESSAGE(moment("2026-02-28 23:59:59").at(begin) == 1'772'323'199'000'000, "as answers print it");
  CHECK(moment("2026-02-28").at(begin) == 1'772'236'800'000'000);
}

TEST_CASE("a length of time counts back from the end") {
  constexpr std::int64_t end = 100 * day;
  for (const auto& [text, before_us] : {std::pair<std::string, std::int64_t>{"now", 0},
                                        {"10m", 600},
                                        {"-5m", 300},
                                        {"90s", 90},
                                        {"1h30m", 5'400},
                                        {"2 h 50 min", 10'200},
                                        {"1d", 86'400},
                                        {"0.5h", 1'800}}) {
    REQUIRE_MESSAGE(moment(text).needs_end(), text);
    CHECK_MESSAGE(moment(text).before(end).at(0) == end - before_us * second, text);
  }
  CHECK_FALSE(moment("+12.5").needs_end());
  CHECK(moment("+12.5").before(end).at(second) == 13'500'000);
}

TEST_CASE("a time of the day is the last such time before the end") {
  constexpr std::int64_t end = 100 * day + 4 * 3'600 * second; // at 04:00
  CHECK(moment("03:12").before(end).at(0) == 100 * day + (3 * 60 + 12) * 60 * second);
  CHECK(moment("03:12:07.412").before(end).at(0) == 100 * day + 11'527'412'000);
  CHECK(moment("04:00").before(end).at(0) == end);
  CHECK_MESSAGE(moment("04:01Z").before(end).at(0) == 99 * day + 14'460 * second, "yesterday");
}

TEST_CASE("a text that is no moment is refused with all forms") {
  for (const std::string text :
       {"", "soon", "-1", "12.5x", "nan", "1e300", "2026-02-30T00:00:00Z", "2026-02-03T24:05:06Z", "24:00", "3:12",
        "2026-02-03T04:05:06Z later", "10 m 5", "+", "-", "m", "99999999d", "--5m", "+-5m", "2026-02-03x"}) {
    const auto refused = trace::read::parse_trace_moment(text);
    REQUIRE_MESSAGE(!refused, text);
    for (const std::string example : {"10m", "now", "03:12", "2026-02-03T04:05:06Z", "+12.5"})
      CHECK_MESSAGE(refused.error().message.find(example) != std::string::npos, text);
  }
}
