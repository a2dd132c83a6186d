#include "core/cel/functions.hpp"
#include "core/cel/moments.hpp"
#include "core/cel/value_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace core::cel {
namespace {

value range_error(const char* type) {
  return invalid(std::string("the number is out of the range of ") + type);
}

/// Without the text, which may be a secret.
value no_number(const char* type) {
  return invalid(std::string("the text is no ") + type);
}

template <class T>
std::optional<T> whole_of(std::string_view text) {
  T x = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return x;
}

value int_of_double(double x) {
  // 2^63 - 1 is no double, so both limits are outside, as they are for cel-go.
  if (!(x > -0x1p63 && x < 0x1p63)) return range_error("int");
  return static_cast<std::int64_t>(x);
}

value to_int(arguments given, const call_context& context) {
  const auto& x = given[0];
  if (x.as<std::int64_t>()) return x;
  if (const auto* number = x.as<double>()) return int_of_double(*number);
  if (const auto* number = x.as<std::uint64_t>())
    return *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
             ? range_error("int")
             : value(static_cast<std::int64_t>(*number));
  if (const auto* moment = x.as<timestamp>()) return moment->seconds;
  const auto* text = x.as<string_value>();
  if (!text) return no_overload("int", x);
  if (!context.steps.spend_bytes(text->view().size())) return null();
  auto digits = text->view();
  if (digits.starts_with('+') && !digits.substr(1).starts_with('-')) digits.remove_prefix(1);
  const auto number = whole_of<std::int64_t>(digits);
  return number ? value(*number) : no_number("int");
}

value to_uint(arguments given, const call_context& context) {
  const auto& x = given[0];
  if (x.as<std::uint64_t>()) return x;
  if (const auto* number = x.as<double>())
    return *number >= 0 && *number < 0x1p64 ? value(static_cast<std::uint64_t>(*number)) : range_error("uint");
  if (const auto* number = x.as<std::int64_t>())
    return *number >= 0 ? value(static_cast<std::uint64_t>(*number)) : range_error("uint");
  const auto* text = x.as<string_value>();
  if (!text) return no_overload("uint", x);
  if (!context.steps.spend_bytes(text->view().size())) return null();
  const auto number = whole_of<std::uint64_t>(text->view());
  return number ? value(*number) : no_number("uint");
}

/// Reads a decimal number, or a name of infinity or NaN in any case, each with or without a sign.
std::optional<double> double_of(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  std::string lower(text.substr(0, 9));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  double x = 0;
  if (lower == "nan") return std::numeric_limits<double>::quiet_NaN();
  if ((lower == "inf" || lower == "infinity") && text.size() == lower.size()) {
    x = std::numeric_limits<double>::infinity();
  } else {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), x);
    if (fault != std::errc() || end != text.data() + text.size() || text.starts_with('-') || !std::isfinite(x))
      return std::nullopt;
  }
  return is_negative ? -x : x;
}

value to_double(arguments given, const call_context& context) {
  const auto& x = given[0];
  if (x.as<double>()) return x;
  if (const auto* number = x.as<std::int64_t>()) return static_cast<double>(*number);
  if (const auto* number = x.as<std::uint64_t>()) return static_cast<double>(*number);
  const auto* text = x.as<string_value>();
  if (!text) return no_overload("double", x);
  if (!context.steps.spend_bytes(text->view().size())) return null();
  const auto number = double_of(text->view());
  return number ? value(*number) : no_number("double");
}

value to_text(arguments given, const call_context& context) {
  // Bytes are checked to be UTF-8.
  if (const auto* bytes = given[0].as<bytes_value>(); bytes && !context.steps.spend_bytes(bytes->view().size()))
    return null();
  return to_string(given[0]);
}

value to_bytes(arguments given, const call_context&) {
  if (given[0].as<bytes_value>()) return given[0];
  const auto* text = given[0].as<string_value>();
  return text ? value(bytes_value{text->text}) : value(no_overload("bytes", given[0]));
}

value to_bool(arguments given, const call_context&) {
  if (given[0].as<bool>()) return given[0];
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("bool", given[0]);
  constexpr std::string_view yes[] = {"1", "t", "T", "TRUE", "true", "True"};
  constexpr std::string_view no[] = {"0", "f", "F", "FALSE", "false", "False"};
  if (std::find(std::begin(yes), std::end(yes), text->view()) != std::end(yes)) return true;
  if (std::find(std::begin(no), std::end(no), text->view()) != std::end(no)) return false;
  return no_number("bool");
}

value to_timestamp(arguments given, const call_context&) {
  const auto& x = given[0];
  if (x.as<timestamp>()) return x;
  if (const auto* seconds = x.as<std::int64_t>()) return moment_of(*seconds);
  const auto* text = x.as<string_value>();
  if (!text) return no_overload("timestamp", x);
  const auto moment = read_timestamp(text->view());
  return moment ? value(*moment) : no_number("time of RFC 3339 in the years 1 to 9999");
}

value to_duration(arguments given, const call_context&) {
  if (given[0].as<duration>()) return given[0];
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("duration", given[0]);
  const auto time = read_duration(text->view());
  return time ? value(*time) : no_number("duration such as 1h30m");
}

value same(arguments given, const call_context&) {
  return given[0];
}

value type_as_value(arguments given, const call_context&) {
  return type_of(given[0]);
}

constexpr function table[] = {
  {"int", call_form::function, 1, to_int},
  {"uint", call_form::function, 1, to_uint},
  {"double", call_form::function, 1, to_double},
  {"string", call_form::function, 1, to_text},
  {"bytes", call_form::function, 1, to_bytes},
  {"bool", call_form::function, 1, to_bool},
  {"timestamp", call_form::function, 1, to_timestamp},
  {"duration", call_form::function, 1, to_duration},
  {"dyn", call_form::function, 1, same},
  {"type", call_form::function, 1, type_as_value},
};

} // namespace

std::span<const function> conversion_functions() {
  return table;
}

} // namespace core::cel
