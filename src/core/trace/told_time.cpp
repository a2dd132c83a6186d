#include "core/trace/told_time.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

namespace core {

namespace {

constexpr double us_in_second = 1e6;

std::optional<told_time> time_of_clock(const std::string& text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int hour = 0;
  int minute = 0;
  double second = 0;
  int read = 0;
  const auto found =
    std::sscanf(text.c_str(), "%4d-%2u-%2uT%2d:%2d:%lfZ%n", &year, &month, &day, &hour, &minute, &second, &read);
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  const bool is_whole = found == 6 && static_cast<std::size_t>(read) == text.size();
  if (!is_whole || !date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || !(second >= 0 && second < 61))
    return std::nullopt;
  const auto begin_of_day = std::chrono::sys_days(date).time_since_epoch();
  const auto whole = begin_of_day + std::chrono::hours(hour) + std::chrono::minutes(minute);
  return told_time{std::chrono::microseconds(whole).count() + std::llround(second * us_in_second), true};
}

std::optional<told_time> time_of_run(const std::string& text) {
  constexpr double seconds_max = 1e9; // thirty years
  double seconds = 0;
  int read = 0;
  if (std::sscanf(text.c_str(), "%lf%n", &seconds, &read) != 1) return std::nullopt;
  const auto rest = std::string_view(text).substr(static_cast<std::size_t>(read));
  if ((rest != "" && rest != "s" && rest != " s") || !(seconds >= 0 && seconds < seconds_max)) return std::nullopt;
  return told_time{std::llround(seconds * us_in_second), false};
}

} // namespace

result<told_time> parse_told_time(const std::string& text) {
  if (const auto x = time_of_clock(text)) return *x;
  if (const auto x = time_of_run(text)) return *x;
  return fail(error_code::invalid_input,
              "expected seconds since the beginning of the run like +12.5, or a time in UTC like "
              "2026-02-03T04:05:06.789Z, got '"
                + text + "'");
}

} // namespace core
