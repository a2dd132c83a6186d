#include "trace/read/time_words.hpp"

#include "base/utc_time.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

namespace trace::read {

namespace {

constexpr std::int64_t second_us = 1'000'000;

/// `3 min 5 s`; a smaller part of zero is left out.
std::string two_parts(std::int64_t seconds, std::int64_t large, std::string_view large_unit, std::int64_t small,
                      std::string_view small_unit) {
  auto text = fmt::format("{} {}", seconds / large, large_unit);
  if (const auto rest = seconds % large / small; rest != 0) text += fmt::format(" {} {}", rest, small_unit);
  return text;
}

} // namespace

std::string words_of_duration(std::int64_t us) {
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 60 * minute;
  constexpr std::int64_t day = 24 * hour;
  if (us < minute * second_us) return fmt::format("{:.3f} s", static_cast<double>(us) / second_us);
  const auto seconds = us / second_us;
  if (seconds < hour) return two_parts(seconds, minute, "min", 1, "s");
  return seconds < day ? two_parts(seconds, hour, "h", minute, "min") : two_parts(seconds, day, "d", hour, "h");
}

std::string time_words::head() const {
  const auto day = base::utc_date_text(end_us_);
  const auto began = base::utc_date_text(begin_us_);
  return fmt::format("times are UTC of {}; the run began {}at {}\n", day, began == day ? "" : "on " + began + " ",
                     base::utc_clock_text(begin_us_));
}

std::string time_words::head_of_report() const {
  return fmt::format("times are UTC; the run began on {} at {}\n", base::utc_date_text(begin_us_),
                     base::utc_clock_text(begin_us_));
}

std::string time_words::clock(std::int64_t time_us) const {
  const auto day = base::utc_date_text(time_us);
  return (day == base::utc_date_text(end_us_) ? "" : day + " ") + base::utc_clock_text(time_us);
}

std::string time_words::both(std::int64_t time_us) const {
  return fmt::format("{} (+{})", clock(time_us), words_of_duration(time_us - begin_us_));
}

} // namespace trace::read
