#include "core/cel/value_text.hpp"

#include "base/excerpt.hpp"
#include "base/overload.hpp"
#include "core/cel/moments.hpp"
#include "text/plain/utf8.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

namespace core::cel {
namespace {

/// Digits and exponent of the shortest decimal number that reads back to the same double.
struct decimal {
  std::string digits;
  int exponent = 0; ///< of the first digit
};

decimal shortest(double x) {
  char buffer[64];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), x, std::chars_format::scientific).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  decimal result;
  const auto e = text.find('e');
  for (const char c : text.substr(0, e))
    if (c != '.') result.digits += c;
  const auto exponent = text.substr(e + (text[e + 1] == '+' ? 2 : 1));
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
  return result;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto length = text::utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

value bytes_as_string(const bytes_value& x) {
  if (!is_utf8(x.view())) return failure{failure_kind::invalid, "invalid UTF-8 in bytes, cannot convert to string"};
  return string_value{x.content};
}

value opaque_text(const opaque& x) {
  auto text = x.text();
  return text ? value::string(std::move(*text)) : value(no_overload("string", value(type_name{x.type()})));
}

} // namespace

std::string double_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "+Inf" : "-Inf";
  const std::string sign = std::signbit(x) ? "-" : "";
  auto [digits, exponent] = shortest(std::fabs(x));
  constexpr int exponent_max = 6;
  if (exponent < -4 || exponent >= exponent_max) {
    if (digits.size() > 1) digits.insert(1, ".");
    const auto shown = std::to_string(std::abs(exponent));
    return sign + digits + (exponent < 0 ? "e-" : "e+") + (shown.size() < 2 ? "0" : "") + shown;
  }
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return sign + digits + std::string(whole - digits.size(), '0');
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

value to_string(const value& x) {
  const auto none = [&](const auto&) -> value { return no_overload("string", x); };
  return std::visit(base::overload{
                      [&](bool y) { return value::string(y ? "true" : "false"); },
                      [&](std::int64_t y) { return value::string(std::to_string(y)); },
                      [&](std::uint64_t y) { return value::string(std::to_string(y)); },
                      [&](double y) { return value::string(double_text(y)); },
                      [&](const string_value& y) { return value(y); },
                      [&](const bytes_value& y) { return bytes_as_string(y); },
                      [&](const timestamp& y) { return value::string(text_of(y)); },
                      [&](const duration& y) { return value::string(text_of(y)); },
                      [&](const opaque_ptr& y) { return opaque_text(*y); },
                      [&](const failure_ptr& y) { return value(y); },
                      [&](const null& y) { return none(y); },
                      [&](const list& y) { return none(y); },
                      [&](const map& y) { return none(y); },
                      [&](const type_name& y) { return none(y); },
                    },
                    x.content());
}

std::string short_text(const value& x) {
  const auto text = to_string(x);
  const auto* shown = text.as<string_value>();
  return shown ? base::excerpt(shown->view()) : std::string(type_of(x).name);
}

} // namespace core::cel
