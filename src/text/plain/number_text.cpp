#include "text/plain/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace text {
namespace {

/// A decimal number: digits × 10^exponent, without leading or trailing zeros; no digits at all is zero.
struct decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  friend bool operator==(const decimal&, const decimal&) = default;
};

/// The limit of exponents. Larger exponents all count as this limit, because no text in memory has enough
/// digits to balance them.
constexpr std::int64_t exponent_max = 1'000'000'000;

std::int64_t read_exponent(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (code == std::errc::result_out_of_range) return text.starts_with('-') ? -exponent_max : exponent_max;
  return std::clamp(exponent, -exponent_max, exponent_max);
}

decimal read_decimal(std::string_view text) {
  decimal x;
  if (text.starts_with('-')) {
    x.negative = true;
    text.remove_prefix(1);
  }
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    x.exponent = read_exponent(text.substr(e + 1));
    text = text.substr(0, e);
  }
  const auto point = text.find('.');
  x.digits = text.substr(0, point);
  if (point != std::string_view::npos) {
    x.digits += text.substr(point + 1);
    x.exponent -= static_cast<std::int64_t>(text.size() - point - 1);
  }
  x.digits.erase(0, std::min(x.digits.find_first_not_of('0'), x.digits.size()));
  while (x.digits.ends_with('0')) {
    x.digits.pop_back();
    ++x.exponent;
  }
  return x.digits.empty() ? decimal{} : x;
}

/// Converts a whole number from scientific to plain notation: `1.5e+16` is 15000000000000000.
std::string text_of_whole(const std::string& scientific) {
  const auto x = read_decimal(scientific);
  return (x.negative ? "-" : "") + x.digits + std::string(static_cast<std::size_t>(x.exponent), '0');
}

/// `a` ≥ `b`, for whole numbers without leading zeros.
bool is_at_least(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() > b.size() : a >= b;
}

/// @pre `a` ≥ `b`
void subtract(std::string& a, const std::string& b) {
  int borrowed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto& digit = a[a.size() - 1 - i];
    int difference = digit - '0' - borrowed - (i < b.size() ? b[b.size() - 1 - i] - '0' : 0);
    borrowed = difference < 0 ? 1 : 0;
    digit = static_cast<char>('0' + difference + 10 * borrowed);
  }
  a.erase(0, a.find_first_not_of('0'));
}

/// Whether `divisor` divides `digits`, by long division, of which only the remainder is needed.
bool divides(const std::string& divisor, const std::string& digits) {
  std::string rest;
  for (const char digit : digits) {
    if (!rest.empty() || digit != '0') rest += digit;
    while (is_at_least(rest, divisor)) subtract(rest, divisor);
  }
  return rest.empty();
}

} // namespace

std::string number_to_text(double x) {
  const double size = std::fabs(x);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
  // From 2^53 on, doubles are whole numbers with gaps between them. The shortest digits that identify a
  // number are followed by zeros.
  const bool scientific = !plain || size >= 0x1p53;
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, x,
                                 scientific ? std::chars_format::scientific : std::chars_format::fixed);
  std::string text(buffer, end.ptr);
  const auto e = text.find('e');
  if (plain && e != std::string::npos) return text_of_whole(text);
  // The library writes exponents with two digits at least: e-07.
  if (e != std::string::npos && text.size() == e + 4 && text[e + 2] == '0') text.erase(e + 2, 1);
  return text;
}

std::optional<std::int64_t> integer_of(std::string_view text) {
  auto x = read_decimal(text);
  constexpr auto digits_max = std::numeric_limits<std::int64_t>::digits10 + 1;
  if (x.exponent < 0 || x.exponent + static_cast<std::int64_t>(x.digits.size()) > digits_max) return std::nullopt;
  if (x.digits.empty()) return 0;
  x.digits.append(static_cast<std::size_t>(x.exponent), '0');
  if (x.negative) x.digits.insert(0, 1, '-');
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(x.digits.data(), x.digits.data() + x.digits.size(), value);
  return code == std::errc{} ? std::optional(value) : std::nullopt;
}

bool same_number(std::string_view a, std::string_view b) {
  return a == b || read_decimal(a) == read_decimal(b);
}

int compare_numbers(std::string_view a, std::string_view b) {
  const auto x = read_decimal(a);
  const auto y = read_decimal(b);
  if (x == y) return 0;
  if (x.digits.empty()) return y.negative ? 1 : -1;
  if (y.digits.empty() || x.negative != y.negative) return x.negative ? -1 : 1;
  // Neither has leading zeros: the number with more digits before the point is farther from zero.
  const auto x_whole = x.exponent + static_cast<std::int64_t>(x.digits.size());
  const auto y_whole = y.exponent + static_cast<std::int64_t>(y.digits.size());
  const bool x_is_farther = x_whole != y_whole ? x_whole > y_whole : x.digits > y.digits;
  return x_is_farther != x.negative ? 1 : -1;
}

bool is_multiple_of(std::string_view number, std::string_view step) {
  auto x = read_decimal(number);
  const auto y = read_decimal(step);
  if (x.digits.empty()) return true;
  const auto zeros = x.exponent - y.exponent;
  // The last digit of x is not 0, so x has no further factor 10.
  if (zeros < 0) return false;
  // A further zero adds a factor 2 and a factor 5 to x. y has fewer than four factors 2 or 5 for each of its
  // digits, so more zeros change no answer.
  x.digits.append(std::min(static_cast<std::size_t>(zeros), 4 * y.digits.size()), '0');
  return divides(y.digits, x.digits);
}

bool is_whole_number(std::string_view text) {
  return read_decimal(text).exponent >= 0;
}

} // namespace text
