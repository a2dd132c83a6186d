#include "trace/read/trace_moment.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a moment of a run is written as trace order and the log write it") {
  constexpr std::int64_t begin = 1'000'000;
  for (const std::string text : {"12.5", "+12.5", "12.5s", "+12.500 s"})
    CHECK_MESSAGE(trace::read::parse_trace_moment(text).value().at(begin) == 13'500'000, text);
  CHECK(trace::read::parse_trace_moment("0")->at(begin) == begin);
  CHECK(trace::read::parse_trace_moment("1970-01-02T00:00:01.25Z")->at(begin) == 86'401'250'000);
  CHECK(trace::read::parse_trace_moment("2026-02-28T23:59:59Z")->at(begin) == 1'772'323'199'000'000);
}

TEST_CASE("a text that is no moment is refused with both forms") {
  for (const std::string text : {"", "soon", "-1", "12.5m", "nan", "1e300", "2026-02-30T00:00:00Z", "2026-02-03",
                                 "2026-02-03T04:05:06", "2026-02-03T24:05:06Z", "2026-02-03T04:05:06Z later"}) {
    const auto refused = trace::read::parse_trace_moment(text);
    REQUIRE_MESSAGE(!refused, text);
    CHECK(refused.error().message.find("+12.5") != std::string::npos);
    CHECK(refused.error().message.find("2026-02-03T04:05:06.789Z") != std::string::npos);
  }
}
