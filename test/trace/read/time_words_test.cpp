#include "trace/read/time_words.hpp"

#include "base/utc_time.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace {

std::int64_t at(const char* text) {
  return base::parse_utc_us(text).value();
}

} // namespace

TEST_CASE("a time has its clock in UTC and its distance from the beginning") {
  const trace::read::time_words of_day(at("2026-11-26T00:22:07.164Z"), at("2026-11-26T03:30:00Z"));
  CHECK(of_day.head() == "times are UTC of 2026-11-26; the run began at 00:22:07.164\n");
  CHECK(of_day.both(at("2026-11-26T00:22:07.664Z")) == "00:22:07.664 (+0.500 s)");
  CHECK(of_day.both(at("2026-11-26T00:25:12.9Z")) == "00:25:12.900 (+3 min 5 s)");
  CHECK(of_day.both(at("2026-11-26T03:12:07.412Z")) == "03:12:07.412 (+2 h 50 min)");
}

TEST_CASE("a time of another day than that of the head has its date") {
  const trace::read::time_words of_days(at("2026-11-14T00:22:07Z"), at("2026-11-26T03:30:00Z"));
  CHECK(of_days.head() == "times are UTC of 2026-11-26; the run began on 2026-11-14 at 00:22:07.000\n");
  CHECK(of_days.both(at("2026-11-26T03:22:07Z")) == "03:22:07.000 (+12 d 3 h)");
  CHECK(of_days.both(at("2026-11-25T23:59:59.9999Z")) == "2026-11-25 23:59:59.999 (+11 d 23 h)");
}

TEST_CASE("a long duration has two units") {
  CHECK(trace::read::words_of_duration(327'000) == "0.327 s");
  CHECK(trace::read::words_of_duration(59'999'000) == "59.999 s");
  CHECK(trace::read::words_of_duration(60'000'000) == "1 min");
  CHECK(trace::read::words_of_duration(3'599'999'999) == "59 min 59 s");
  CHECK(trace::read::words_of_duration(86'400'000'000) == "1 d");
}
