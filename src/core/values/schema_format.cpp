#include "core/values/schema_format.hpp"

#include "core/text/base64.hpp"
#include "core/text/number_text.hpp"
#include "core/values/identifier_formats.hpp"
#include "core/values/pattern.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

namespace core {
namespace {

/// Compiles an expression of ours; it is right, or a test fails.
pattern form(const char* expression) {
  return pattern::compile(expression).value();
}

int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (const char c : text.substr(at, count)) value = value * 10 + (c - '0');
  return value;
}

/// A date that is in the calendar.
bool is_date(std::string_view text) {
  static const auto digits = form(R"(^\d{4}-\d{2}-\d{2}$)");
  if (!digits.found_in(text)) return false;
  const int year = digits_at(text, 0, 4);
  const int month = digits_at(text, 5, 2);
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12) return false;
  const bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const int day = digits_at(text, 8, 2);
  return day >= 1 && day <= days[month - 1] + (leap ? 1 : 0);
}

bool is_date_time(std::string_view text) {
  static const auto time = form(R"(^[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$)");
  return text.size() > 11 && is_date(text.substr(0, 10)) && time.found_in(text.substr(10));
}

bool is_duration(std::string_view text) {
  static const auto expression =
    form(R"(^[+-]?(0|((\d+(\.\d*)?|\.\d+) ?(ns|us|µs|μs|ms|s|sec|m|min|h|hr|d|day|days|w|week|weeks|)"
         R"(hour|hours|minute|minutes|second|seconds) ?)+)$)");
  return expression.found_in(text);
}

bool is_email(std::string_view text) {
  static const auto expression = form(R"(^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@]+@[^\s@]+)$)");
  return expression.found_in(text);
}

/// A label of a host name (RFC 1123 §2.1), with letters of any language.
bool is_label(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || (c & 0x80) != 0;
  };
  const bool has_length = !text.empty() && text.size() <= 63;
  return has_length && !text.starts_with('-') && !text.ends_with('-') && std::all_of(text.begin(), text.end(), fits);
}

bool is_hostname(std::string_view text) {
  if (text.size() > 255) return false;
  if (text.ends_with('.')) text.remove_suffix(1);
  for (auto dot = text.find('.'); dot != text.npos; dot = text.find('.')) {
    if (!is_label(text.substr(0, dot))) return false;
    text.remove_prefix(dot + 1);
  }
  return is_label(text);
}

bool is_ipv4(std::string_view text) {
  static const auto expression = form(R"(^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$)");
  return expression.found_in(text);
}

/// Groups of up to four hexadecimal digits with `:` between; how many there are, or nothing. The last group may be an
/// IPv4 address, which counts as two.
std::optional<int> count_groups(std::string_view text) {
  int count = 0;
  while (!text.empty()) {
    const auto colon = text.find(':');
    const auto group = text.substr(0, colon);
    const bool is_last = colon == text.npos;
    if (is_last && is_ipv4(group)) return count + 2;
    if (group.empty() || group.size() > 4 || group.find_first_not_of("0123456789abcdefABCDEF") != group.npos)
      return std::nullopt;
    ++count;
    if (is_last) return count;
    text.remove_prefix(colon + 1);
    if (text.empty()) return std::nullopt;
  }
  return count;
}

/// RFC 4291 §2.2
bool is_ipv6(std::string_view text) {
  const auto gap = text.find("::");
  const auto before = count_groups(text.substr(0, gap));
  if (gap == text.npos) return before == 8;
  const auto after = count_groups(text.substr(gap + 2));
  const bool is_address_first = text.substr(0, gap).find('.') != text.npos;
  return before && after && *before + *after <= 7 && !is_address_first;
}

bool is_cidr(std::string_view text) {
  const auto slash = text.find('/');
  static const auto digits = form(R"(^(0|[1-9]\d{0,2})$)");
  if (slash == text.npos || !digits.found_in(text.substr(slash + 1))) return false;
  const auto address = text.substr(0, slash);
  const int length = digits_at(text, slash + 1, 3);
  return (is_ipv4(address) && length <= 32) || (is_ipv6(address) && length <= 128);
}

bool is_mac(std::string_view text) {
  static const auto expression = form(R"(^([0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(-[0-9A-Fa-f]{2}){5}|)"
                                      R"([0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){7}|[0-9A-Fa-f]{2}(-[0-9A-Fa-f]{2}){7}|)"
                                      R"([0-9A-Fa-f]{4}(\.[0-9A-Fa-f]{4}){2,3})$)");
  return expression.found_in(text);
}

bool is_uri(std::string_view text) {
  static const auto expression = form(R"(^([A-Za-z][A-Za-z0-9+.-]*:|/)\S*$)");
  return expression.found_in(text);
}

bool is_uuid(std::string_view text) {
  static const auto expression =
    form("^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$");
  return expression.found_in(text);
}

/// A UUID that says its version (RFC 9562 §4.2).
template <char Version>
bool is_uuid_of(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '-');
  return is_uuid(text) && digits[12] == Version;
}

bool is_base64(std::string_view text) {
  return decode_base64(text).has_value();
}

bool is_hexcolor(std::string_view text) {
  static const auto expression = form("^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$");
  return expression.found_in(text);
}

template <class Integer>
bool is_in_range(const json& number) {
  const auto& text = number.number_text();
  return is_whole_number(text) && compare_numbers(text, std::to_string(std::numeric_limits<Integer>::min())) >= 0
         && compare_numbers(text, std::to_string(std::numeric_limits<Integer>::max())) <= 0;
}

bool is_float(const json& number) {
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

} // namespace core
