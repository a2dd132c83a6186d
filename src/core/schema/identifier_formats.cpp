#include "core/schema/identifier_formats.hpp"

#include "core/schema/pattern.hpp"

#include <string>

namespace core::schema {
namespace {

std::string without_separators(std::string_view text) {
  std::string digits(text);
  std::erase_if(digits,
                [](char c) { return c == '-' || c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; });
  return digits;
}

/// The check digit of ISO/IEC 7812-1: from the right every second digit counts twice.
bool has_luhn_digit(const std::string& digits) {
  int sum = 0;
  bool twice = false;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, twice = !twice) {
    const int value = (*digit - '0') * (twice ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 == 0;
}

} // namespace

bool is_isbn10(std::string_view text) {
  static const auto expression = pattern::fixed("^[0-9]{9}[0-9X]$");
  const auto digits = without_separators(text);
  if (!expression.found_in(digits)) return false;
  int sum = 0;
  int weight = 0;
  for (const char digit : digits) sum += ++weight * (digit == 'X' ? 10 : digit - '0');
  return sum % 11 == 0;
}

bool is_isbn13(std::string_view text) {
  static const auto expression = pattern::fixed("^[0-9]{13}$");
  const auto digits = without_separators(text);
  if (!expression.found_in(digits)) return false;
  int sum = 0;
  int weight = 1;
  for (const char digit : digits) {
    sum += weight * (digit - '0');
    weight = 4 - weight;
  }
  return sum % 10 == 0;
}

bool is_isbn(std::string_view text) {
  return is_isbn10(text) || is_isbn13(text);
}

bool is_credit_card(std::string_view text) {
  static const auto expression = pattern::fixed(
    R"(^(4\d{12}(\d{3})?|5[1-5]\d{14}|(222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}|6(011|5\d\d)\d{12}|)"
    R"(3[47]\d{13}|3(0[0-5]|[68]\d)\d{11}|(2131|1800|35\d{3})\d{11}|6[27]\d{14})$)");
  const auto digits = without_separators(text);
  return expression.found_in(digits) && has_luhn_digit(digits);
}

bool is_ssn(std::string_view text) {
  static const auto expression = pattern::fixed(R"(^\d{3}[- ]\d{2}[- ]\d{4}$)");
  return expression.found_in(text);
}

bool is_ulid(std::string_view text) {
  static const auto expression = pattern::fixed("^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$");
  return expression.found_in(text);
}

bool is_bson_object_id(std::string_view text) {
  static const auto expression = pattern::fixed("^[0-9A-Fa-f]{24}$");
  return expression.found_in(text);
}

bool is_rgb_color(std::string_view text) {
  static const auto expression = pattern::fixed(
    R"(^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*(,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*){2}\)$)");
  return expression.found_in(text);
}

} // namespace core::schema
