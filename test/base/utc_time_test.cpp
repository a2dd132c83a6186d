#include "base/utc_time.hpp"

#include <doctest/doctest.h>

TEST_CASE("a time in UTC is read with any fraction") {
  CHECK_EQ(base::parse_utc_us("1970-01-02T00:00:01Z"), 86'401'000'000);
  CHECK_EQ(base::parse_utc_us("1970-01-02T00:00:01.25Z"), 86'401'250'000);
  CHECK_EQ(base::parse_utc_us("1970-01-01T00:00:00.000001999Z"), 1);
  CHECK_EQ(base::parse_utc_us("2026-02-28T23:59:59Z"), 1'772'323'199'000'000);
}

TEST_CASE("what is no time in UTC gives none") {
  for (const auto* text :
       {"", "2026-02-30T00:00:00Z", "2026-02-03", "2026-02-03T04:05:06", "2026-02-03T24:05:06Z",
        "2026-02-03T04:05:06.Z", "2026-02-03T04:05:06+01:00", "2026-02-03T04:05:06Z later", "-026-02-03T04:05:06Z"}) {
    CAPTURE(text);
    CHECK_FALSE(base::parse_utc_us(text));
  }
}

TEST_CASE("a time in UTC has a date and a clock") {
  CHECK_EQ(base::utc_date_text(1'772'323'199'999'999), "2026-02-28");
  CHECK_EQ(base::utc_clock_text(1'772'323'199'999'999), "23:59:59.999");
  CHECK_EQ(base::utc_date_text(-1), "1969-12-31");
  CHECK_EQ(base::utc_clock_text(-1), "23:59:59.999");
}

TEST_CASE("a time for people has no fraction, and is what was read") {
  CHECK_EQ(base::utc_text(0), "1970-01-01 00:00:00");
  CHECK_EQ(base::utc_text(1'772'323'199'999'999), "2026-02-28 23:59:59");
  CHECK_EQ(base::utc_text(-1), "1969-12-31 23:59:59");
}
