#include "core/trace/told_time.hpp"

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

namespace core {

namespace {

constexpr double us_in_second = 1e6;

/// Takes a number of exactly so many digits.
std::optional<unsigned> take_digits(std::string_view& text, std::size_t count) {
  const auto digits = text.substr(0, count);
  unsigned number = 0;
  const auto end = digits.data() + digits.size();
  if (digits.size() < count || std::from_chars(digits.data(), end, number).ptr != end) return std::nullopt;
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

/// Takes a number without a sign, with or without a fraction.
std::optional<double> take_decimal(std::string_view& text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (read.ec != std::errc{} || !(number >= 0) || text.starts_with('-')) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

std::optional<std::chrono::seconds> take_date(std::string_view& text) {
  const auto year = take_digits(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day || !take(text, 'T')) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)), std::chrono::month(*month),
                                         std::chrono::day(*day)};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch();
}

std::optional<told_time> time_of_clock(std::string_view text) {
  const auto date = take_date(text);
  if (!date) return std::nullopt;
  const auto hour = take_digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = take_digits(text, 2);
  if (!minute || *minute > 59 || !take(text, ':')) return std::nullopt;
  const auto second = take_decimal(text);
  if (!second || *second >= 61 || text != "Z") return std::nullopt;
  const auto whole = *date + std::chrono::hours(*hour) + std::chrono::minutes(*minute);
  return told_time{std::chrono::microseconds(whole).count() + std::llround(*second * us_in_second), true};
}

std::optional<told_time> time_of_run(std::string_view text) {
  constexpr double seconds_max = 1e9; // thirty years
  (void)take(text, '+');
  const auto seconds = take_decimal(text);
  if (!seconds || *seconds >= seconds_max || (text != "" && text != "s" && text != " s")) return std::nullopt;
  return told_time{std::llround(*seconds * us_in_second), false};
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
