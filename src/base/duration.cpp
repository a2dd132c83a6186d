#include "base/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace base {

namespace {

using std::chrono::nanoseconds;

/// If a unit begins with another unit, the longer unit comes first.
constexpr std::array<std::pair<std::string_view, double>, 8> units{{
  {"ns", 1},
  {"us", 1e3},
  // Go takes both letters: the micro sign and the Greek mu.
  {"\u00b5s", 1e3},
  {"\u03bcs", 1e3},
  {"ms", 1e6},
  {"s", 1e9},
  {"m", 6e10},
  {"h", 3.6e12},
}};

std::string_view number_at_front(std::string_view text) {
  return text.substr(0, text.find_first_not_of("0123456789."));
}

/// Takes a number with its unit off the front; false if there is no such number.
bool take_part(std::string_view& text, double& total) {
  auto number = number_at_front(text);
  double value = 0;
  auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), value, std::chars_format::fixed);
  if (problem != std::errc{} || end != number.data() + number.size()) return false;
  text.remove_prefix(number.size());
  for (const auto& [unit, factor] : units) {
    if (!text.starts_with(unit)) continue;
    text.remove_prefix(unit.size());
    total += value * factor;
    return true;
  }
  return false;
}

} // namespace

result<nanoseconds> parse_duration(std::string_view text) {
  auto invalid = [whole = std::string(text)] {
    return fail(error_code::invalid_input, "invalid duration '" + whole + "', expected for example '30s' or '1h30m'");
  };
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  // As in Go, only zero needs no unit.
  if (text == "0") return nanoseconds(0);
  if (text.empty()) return invalid();
  double total = 0;
  while (!text.empty())
    if (!take_part(text, total)) return invalid();
  if (total >= static_cast<double>(std::numeric_limits<std::int64_t>::max())) return invalid();
  auto count = static_cast<std::int64_t>(std::llround(total));
  return nanoseconds(negative ? -count : count);
}

std::string duration_text(std::chrono::microseconds x) {
  const auto tenths = std::max<std::int64_t>(x.count(), 0) / 100'000;
  const auto seconds = tenths / 10;
  if (seconds < 10) return fmt::format("{}.{} s", seconds, tenths % 10);
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  if (seconds < 86400) return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
  return fmt::format("{} d {} h", seconds / 86400, seconds % 86400 / 3600);
}

} // namespace base
