#include "trace/read/trace_moment.hpp"

#include "base/utc_time.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

namespace trace::read {

namespace {

constexpr double us_in_second = 1e6;

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

std::optional<trace_moment> time_of_run(std::string_view text) {
  constexpr double seconds_max = 1e9; // thirty years
  (void)take(text, '+');
  const auto seconds = take_decimal(text);
  if (!seconds || *seconds >= seconds_max || (text != "" && text != "s" && text != " s")) return std::nullopt;
  return trace_moment{std::llround(*seconds * us_in_second), false};
}

} // namespace

base::result<trace_moment> parse_trace_moment(const std::string& text) {
  if (const auto us = base::parse_utc_us(text)) return trace_moment{*us, true};
  if (const auto x = time_of_run(text)) return *x;
  return base::fail(base::error_code::invalid_input,
                    "expected seconds since the beginning of the run like +12.5, or a time in UTC like "
                    "2026-02-03T04:05:06.789Z, got '"
                      + text + "'");
}

} // namespace trace::read
