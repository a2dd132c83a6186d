#include "trace/read/trace_moment.hpp"

#include "base/utc_time.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace trace::read {

namespace {

using origin = trace_moment::origin;

constexpr std::int64_t us_in_second = 1'000'000;
constexpr std::int64_t us_in_day = 86'400 * us_in_second;
constexpr double seconds_max = 1e9; // thirty years

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
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

/// Takes a unit, and returns its seconds.
std::optional<double> take_unit(std::string_view& text) {
  for (const auto& [name, seconds] : {std::pair{"min", 60.0}, std::pair{"m", 60.0}, std::pair{"h", 3600.0},
                                      std::pair{"d", 86'400.0}, std::pair{"s", 1.0}})
    if (take(text, name)) return seconds;
  return std::nullopt;
}

/// A length of time: `90s`, `1h30m`, `2 h 50 min`.
std::optional<std::int64_t> length_of(std::string_view text) {
  double sum = 0;
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    const auto number = take_decimal(text);
    (void)take(text, " ");
    const auto unit = take_unit(text);
    if (!number || !unit) return std::nullopt;
    (void)take(text, " ");
    sum += *number * *unit;
    if (sum >= seconds_max) return std::nullopt;
  }
  return std::llround(sum * us_in_second);
}

/// Plain seconds since the beginning of the run: `12.5`.
std::optional<std::int64_t> plain_seconds(std::string_view text) {
  const auto seconds = take_decimal(text);
  if (!seconds || *seconds >= seconds_max || !text.empty()) return std::nullopt;
  return std::llround(*seconds * us_in_second);
}

std::optional<trace_moment> moment_of_run(std::string_view text) {
  const bool has_plus = take(text, "+");
  auto us = plain_seconds(text);
  if (!us && has_plus) us = length_of(text);
  return us ? std::optional(trace_moment{*us, origin::run}) : std::nullopt;
}

std::optional<trace_moment> moment_before_end(std::string_view text) {
  if (text == "now") return trace_moment{0, origin::end};
  (void)take(text, "-");
  const auto us = length_of(text);
  return us ? std::optional(trace_moment{*us, origin::end}) : std::nullopt;
}

/// A date, or a date and a time, with the letters of RFC 3339 or as answers print them.
std::optional<trace_moment> moment_of_date(const std::string& text) {
  constexpr std::size_t date_bytes = 10; // 2026-02-03
  if (text.size() < date_bytes) return std::nullopt;
  auto rest = text.substr(date_bytes);
  if (!rest.empty() && rest[0] == ' ') rest[0] = 'T';
  if (rest.empty()) rest = "T00:00:00";
  if (rest.back() != 'Z') rest += 'Z';
  const auto us = base::parse_utc_us(text.substr(0, date_bytes) + rest);
  return us ? std::optional(trace_moment{*us, origin::epoch}) : std::nullopt;
}

std::optional<trace_moment> moment_of_day(const std::string& text) {
  constexpr std::size_t minute_bytes = 5; // 03:12
  auto time = text.substr(0, text.size() - (text.ends_with('Z') ? 1 : 0));
  if (time.size() == minute_bytes) time += ":00";
  const auto us = base::parse_utc_us("1970-01-01T" + time + "Z");
  return us ? std::optional(trace_moment{*us, origin::day}) : std::nullopt;
}

} // namespace

trace_moment trace_moment::before(std::int64_t end_us) const noexcept {
  if (from == origin::end) return {end_us - us, origin::epoch};
  if (from != origin::day) return *this;
  const auto of_that_day = end_us - end_us % us_in_day + us;
  return {of_that_day <= end_us ? of_that_day : of_that_day - us_in_day, origin::epoch};
}

base::result<trace_moment> parse_trace_moment(const std::string& text) {
  if (const auto x = moment_of_run(text)) return *x;
  if (const auto x = moment_before_end(text)) return *x;
  if (const auto x = moment_of_day(text)) return *x;
  if (const auto x = moment_of_date(text)) return *x;
  return base::fail(base::error_code::invalid_input,
                    "expected a length of time before the end like 10m or 1h30m, now, a time in UTC like 03:12 or "
                    "2026-02-03T04:05:06Z, or seconds since the beginning of the run like +12.5, got '"
                      + text + "'");
}

} // namespace trace::read
