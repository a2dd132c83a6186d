#include "base/utc_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>

namespace base {

namespace {

constexpr std::size_t digits_of_us = 6;

/// Reads a number with exactly this number of digits.
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

/// Reads the digits after the point, as microseconds; digits after the sixth are ignored.
std::optional<unsigned> take_fraction(std::string_view& text) {
  const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
  if (count == 0) return std::nullopt;
  auto us = take_digits(text, std::min(count, digits_of_us));
  if (!us) return std::nullopt;
  for (auto i = count; i < digits_of_us; ++i) *us *= 10;
  if (count > digits_of_us) text.remove_prefix(count - digits_of_us);
  return us;
}

} // namespace

std::optional<std::int64_t> parse_utc_us(std::string_view text) {
  const auto date = take_date(text);
  if (!date) return std::nullopt;
  const auto hour = take_digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = take_digits(text, 2);
  if (!minute || *minute > 59 || !take(text, ':')) return std::nullopt;
  const auto second = take_digits(text, 2);
  if (!second || *second > 60) return std::nullopt;
  const auto us = take(text, '.') ? take_fraction(text) : 0;
  if (!us || text != "Z") return std::nullopt;
  const auto whole = *date + std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second);
  return std::chrono::microseconds(whole).count() + *us;
}

std::string utc_date_text(std::int64_t us) {
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(
    std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(us)))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::string utc_clock_text(std::int64_t us) {
  const std::chrono::microseconds time(us);
  const std::chrono::hh_mm_ss clock(
    std::chrono::floor<std::chrono::milliseconds>(time - std::chrono::floor<std::chrono::days>(time)));
  return fmt::format("{:02}:{:02}:{:02}.{:03}", clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

std::string utc_text(std::int64_t us) {
  const std::chrono::sys_time<std::chrono::seconds> time{
    std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(us))};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

} // namespace base
