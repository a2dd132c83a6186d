#include "core/cel/moments.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using namespace core::cel;

TEST_CASE("a timestamp is read with any offset and written in UTC") {
  const auto again = [](const char* text) {
    const auto x = read_timestamp(text);
    return x ? text_of(*x) : std::string("none");
  };
  CHECK(again("2009-02-13T23:31:30Z") == "2009-02-13T23:31:30Z");
  CHECK(again("2009-02-13T23:31:30.120+01:30") == "2009-02-13T22:01:30.12Z");
  CHECK(again("9999-12-31T23:59:59.999999999Z") == "9999-12-31T23:59:59.999999999Z");
  CHECK(again("0001-01-01T00:00:00Z") == "0001-01-01T00:00:00Z");
  for (const auto* wrong : {"0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2009-02-30T00:00:00Z", "2009-02-13",
                            "2009-02-13T24:00:00Z", "2009-02-13T23:31:30", "2009-02-13T23:31:30.Z", ""})
    CHECK_MESSAGE(again(wrong) == "none", wrong);
}

TEST_CASE("a duration is read and written as Go has it") {
  const auto again = [](const char* text) {
    const auto x = read_duration(text);
    return x ? text_of(*x) : std::string("none");
  };
  CHECK(again("1h45m47s") == "6347s");
  CHECK(again("-1.5s") == "-1.5s");
  CHECK(again("1.5h") == "5400s");
  CHECK(again("0.25m") == "15s");
  CHECK(again("-100ms") == "-0.1s");
  CHECK(again("1us") == "0.000001s");
  CHECK(again("0") == "0s");
  for (const auto* wrong : {"", "1", "s", "1 s", "1d", "--1s", "320000000000s", ".s"})
    CHECK_MESSAGE(again(wrong) == "none", wrong);
}

TEST_CASE("sums and differences stay in the years 1 to 9999") {
  const auto end = *read_timestamp("9999-12-31T23:59:59.999999999Z");
  CHECK(add(end, duration{1}).has_failed());
  CHECK(*subtract(end, duration{999'999'999}).as<timestamp>() == *read_timestamp("9999-12-31T23:59:59Z"));
  CHECK(between(end, *read_timestamp("0001-01-01T00:00:00Z")).has_failed());
  CHECK(subtract(end, duration{std::numeric_limits<std::int64_t>::min()}).has_failed());
  CHECK(moment_of(-62135596801).has_failed());
  CHECK(!moment_of(-62135596800).has_failed());
}

TEST_CASE("an offset is hours and minutes") {
  CHECK(read_offset("+05:30") == 19800);
  CHECK(read_offset("-02:00") == -7200);
  CHECK(read_offset("02:00") == 7200);
  CHECK(!read_offset("UTC"));
  CHECK(!read_offset("+5:30"));
}
