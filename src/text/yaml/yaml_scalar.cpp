#include "text/yaml/yaml_scalar.hpp"

#include "base/contains.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace text {
namespace {

constexpr std::array trues{"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
constexpr std::array falses{"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
constexpr std::array nulls{"", "~", "null", "Null", "NULL"};
constexpr std::array not_finite{".nan",  ".NaN",  ".NAN",  ".inf",  ".Inf",  ".INF",
                                "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"};

template <class List>
bool among(const List& words, std::string_view text) {
  return base::contains(words, text);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes the prefix of the base off, as Go's `strconv.ParseInt` with base 0: `0x`, `0b`, `0o`, and `0` for
/// octal.
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
  // Negated before the conversion to a signed number, because 2^63 has no place in 64 signed bits.
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

/// Groups of digits with `:` between them; the last group may have a fraction.
bool looks_like_base_60(std::string_view text) {
  const auto colon = text.find_first_not_of("0123456789_");
  return colon != 0 && colon < text.size() && text[colon] == ':'
         && text.find_first_not_of("0123456789_:.") == std::string_view::npos;
}

/// A number whatever its size.
bool looks_like_number(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  return looks_like_float(digits) || (is_hex && digits.find_first_not_of("0123456789abcdefABCDEF", 2) == digits.npos);
}

} // namespace

bool looks_like_date(std::string_view text) {
  if (count_digits(text, 0) != 4) return false;
  std::size_t at = 4;
  for (int part = 0; part < 2; ++part) {
    if (at == text.size() || text[at] != '-') return false;
    const auto digits = count_digits(text, at + 1);
    if (digits < 1 || digits > 2) return false;
    at += 1 + digits;
  }
  return at == text.size() || std::string_view("Tt \t").find(text[at]) != std::string_view::npos;
}

bool is_string_for_all(std::string_view text) {
  const auto value = resolve_plain_scalar(text);
  if (!value || !value->is_string()) return false;
  const bool has_sign = text.starts_with('+') || text.starts_with('-');
  const auto unsigned_text = text.substr(has_sign ? 1 : 0);
  return !looks_like_date(text) && !looks_like_base_60(unsigned_text) && !looks_like_number(unsigned_text);
}

std::optional<std::string> boolean_key(std::string_view key) {
  const char* name = among(trues, key) ? "true" : among(falses, key) ? "false" : nullptr;
  return name && key != name ? std::optional<std::string>(name) : std::nullopt;
}

std::optional<json> resolve_plain_scalar(std::string_view text) {
  if (among(nulls, text)) return json();
  if (among(trues, text)) return json(true);
  if (among(falses, text)) return json(false);
  if (among(not_finite, text)) return std::nullopt;
  // A number begins with a digit, a sign or a point, so most words need no closer look.
  if (!is_digit(text[0]) && text[0] != '+' && text[0] != '-' && text[0] != '.') return json(text);
  // As in yaml.v2, underscores in a number do not count: `1_000` is 1000.
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

} // namespace text
