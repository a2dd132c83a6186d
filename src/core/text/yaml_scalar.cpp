#include "core/text/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace core {
namespace {

constexpr std::array trues{"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
constexpr std::array falses{"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
constexpr std::array nulls{"", "~", "null", "Null", "NULL"};
constexpr std::array not_finite{".nan",  ".NaN",  ".NAN",  ".inf",  ".Inf",  ".INF",
                                "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"};

template <class List>
bool among(const List& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes the sign and the base's prefix off: `0x`, `0b`, `0o`, and `0` for octal.
int take_base(std::string_view& digits) {
  if (digits.size() < 2 || digits[0] != '0') return 10;
  const char c = digits[1];
  const int base = c == 'x' || c == 'X' ? 16 : c == 'b' || c == 'B' ? 2 : 8;
  digits.remove_prefix(base != 8 || c == 'o' || c == 'O' ? 2 : 1);
  return base;
}

std::optional<json> read_integer(std::string_view text) {
  bool negative = false;
  if (text.starts_with('+') || text.starts_with('-')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const int base = take_base(text);
  std::uint64_t size = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), size, base);
  if (text.empty() || code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!negative || size == 0) return json(size);
  if (size > std::uint64_t{1} << 63) return std::nullopt;
  return json(static_cast<std::int64_t>(~size + 1));
}

std::size_t count_digits(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - from;
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
bool looks_like_float(std::string_view text) {
  std::size_t at = text.starts_with('+') || text.starts_with('-') ? 1 : 0;
  const auto whole = count_digits(text, at);
  at += whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = count_digits(text, at + 1);
    at += 1 + fraction;
  }
  if (whole + fraction == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const auto exponent = count_digits(text, at);
    if (exponent == 0) return false;
    at += exponent;
  }
  return at == text.size();
}

} // namespace

std::optional<json> resolve_plain_scalar(std::string_view text) {
  if (among(nulls, text)) return json();
  if (among(trues, text)) return json(true);
  if (among(falses, text)) return json(false);
  if (among(not_finite, text)) return std::nullopt;
  if (!is_digit(text[0]) && text[0] != '+' && text[0] != '-' && text[0] != '.') return json(text);
  std::string digits(text);
  std::erase(digits, '_');
  if (digits.empty()) return json(text);
  if (text[0] != '.')
    if (auto integer = read_integer(digits)) return integer;
  if (looks_like_float(digits))
    // A number beyond the range of a double keeps its text, as a string.
    if (const double x = std::strtod(digits.c_str(), nullptr); std::isfinite(x)) return json(x);
  return json(text);
}

} // namespace core
