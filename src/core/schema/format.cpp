#include "core/schema/format.hpp"

#include "core/schema/identifier_formats.hpp"
#include "core/schema/network_formats.hpp"
#include "core/schema/pattern.hpp"
#include "text/plain/number_text.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

namespace core::schema {
namespace {

int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (const char c : text.substr(at, count)) value = value * 10 + (c - '0');
  return value;
}

/// A date that is in the calendar.
bool is_date(std::string_view text) {
  static const auto digits = pattern::fixed(R"(^\d{4}-\d{2}-\d{2}$)");
  if (!digits.found_in(text)) return false;
  const int year = digits_at(text, 0, 4);
  const int month = digits_at(text, 5, 2);
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12) return false;
  const bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const int day = digits_at(text, 8, 2);
  return day >= 1 && day <= days[month - 1] + (leap ? 1 : 0);
}

/// RFC 3339 §5.6, with a space for the T and without the colon in the offset, too.
bool is_date_time(std::string_view text) {
  static const auto time =
    pattern::fixed(R"(^[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$)");
  return text.size() > 11 && is_date(text.substr(0, 10)) && time.found_in(text.substr(10));
}

bool is_duration(std::string_view text) {
  static const auto expression =
    pattern::fixed(R"(^[+-]?(0|((\d+(\.\d*)?|\.\d+) ?(ns|us|µs|μs|ms|s|sec|m|min|h|hr|d|day|days|w|week|weeks|)"
                   R"(hour|hours|minute|minutes|second|seconds) ?)+)$)");
  return expression.found_in(text);
}

bool is_email(std::string_view text) {
  static const auto expression = pattern::fixed(R"(^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@]+@[^\s@]+)$)");
  return expression.found_in(text);
}

bool is_uuid(std::string_view text) {
  static const auto expression =
    pattern::fixed("^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$");
  return expression.found_in(text);
}

/// A UUID that says its version (RFC 9562 §4.2).
template <char Version>
bool is_uuid_of(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '-');
  return is_uuid(text) && digits[12] == Version;
}

/// RFC 4648 §4, without line breaks and spaces.
bool is_base64(std::string_view text) {
  static const auto expression = pattern::fixed("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$");
  return expression.found_in(text);
}

bool is_hexcolor(std::string_view text) {
  static const auto expression = pattern::fixed("^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$");
  return expression.found_in(text);
}

template <class Integer>
bool is_in_range(const text::json& number) {
  const auto& text = number.number_text();
  return text::is_whole_number(text)
         && text::compare_numbers(text, std::to_string(std::numeric_limits<Integer>::min())) >= 0
         && text::compare_numbers(text, std::to_string(std::numeric_limits<Integer>::max())) <= 0;
}

bool is_float(const text::json& number) {
  return std::fabs(number.as_double()) <= static_cast<double>(std::numeric_limits<float>::max());
}

constexpr value_format formats[] = {
  {.name = "bsonobjectid", .accepts_text = is_bson_object_id},
  {.name = "byte", .accepts_text = is_base64},
  {.name = "cidr", .accepts_text = is_cidr},
  {.name = "creditcard", .accepts_text = is_credit_card},
  {.name = "date", .accepts_text = is_date},
  {.name = "date-time", .accepts_text = is_date_time},
  {.name = "duration", .accepts_text = is_duration},
  {.name = "email", .accepts_text = is_email},
  {.name = "float", .accepts_number = is_float},
  {.name = "hexcolor", .accepts_text = is_hexcolor},
  {.name = "hostname", .accepts_text = is_hostname},
  {.name = "int32", .accepts_number = is_in_range<std::int32_t>},
  {.name = "int64", .accepts_number = is_in_range<std::int64_t>},
  {.name = "ipv4", .accepts_text = is_ipv4},
  {.name = "ipv6", .accepts_text = is_ipv6},
  {.name = "isbn", .accepts_text = is_isbn},
  {.name = "isbn10", .accepts_text = is_isbn10},
  {.name = "isbn13", .accepts_text = is_isbn13},
  {.name = "mac", .accepts_text = is_mac},
  {.name = "rgbcolor", .accepts_text = is_rgb_color},
  {.name = "ssn", .accepts_text = is_ssn},
  {.name = "uint32", .accepts_number = is_in_range<std::uint32_t>},
  {.name = "uint64", .accepts_number = is_in_range<std::uint64_t>},
  {.name = "ulid", .accepts_text = is_ulid},
  {.name = "uri", .accepts_text = is_uri},
  {.name = "uuid", .accepts_text = is_uuid},
  {.name = "uuid3", .accepts_text = is_uuid_of<'3'>},
  {.name = "uuid4", .accepts_text = is_uuid_of<'4'>},
  {.name = "uuid5", .accepts_text = is_uuid_of<'5'>},
};

} // namespace

const value_format* find_format(std::string_view name) {
  if (name.empty()) return nullptr;
  const auto without_dashes = [](std::string_view text) {
    std::string plain(text);
    std::erase(plain, '-');
    return plain;
  };
  const auto wanted = without_dashes(name);
  const auto* found = std::find_if(std::begin(formats), std::end(formats),
                                   [&](const auto& x) { return without_dashes(x.name) == wanted; });
  return found == std::end(formats) ? nullptr : found;
}

} // namespace core::schema
