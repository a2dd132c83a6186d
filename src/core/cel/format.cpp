#include "core/cel/collections.hpp"
#include "core/cel/functions.hpp"
#include "core/cel/moments.hpp"
#include "core/cel/value_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::cel {
namespace {

/// The digits behind the point that a clause may ask for.
constexpr int precision_max = 100;
constexpr int default_precision = 6;

/// `%.3f` without the percent sign.
struct clause {
  char kind = 's';
  int precision = default_precision;
  std::size_t length = 0; ///< in the text
};

std::optional<clause> read_clause(std::string_view text) {
  clause read;
  if (text.starts_with('.')) {
    const auto [end, fault] = std::from_chars(text.data() + 1, text.data() + text.size(), read.precision);
    if (fault != std::errc() || read.precision < 0 || read.precision > precision_max) return std::nullopt;
    read.length = static_cast<std::size_t>(end - text.data());
  }
  if (read.length >= text.size()) return std::nullopt;
  read.kind = text[read.length++];
  return read;
}

/// `NaN`, `Infinity`, `-Infinity`; nullopt for finite numbers.
std::optional<std::string> special_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Infinity" : "-Infinity";
  return std::nullopt;
}

std::string digits_of(double x, std::chars_format format, std::optional<int> precision) {
  char buffer[512];
  auto* const end = buffer + sizeof buffer;
  const auto done =
    precision ? std::to_chars(buffer, end, x, format, *precision) : std::to_chars(buffer, end, x, format);
  return {buffer, done.ptr};
}

/// nullopt if the budget is used up: each level of lists copies the texts of its items.
std::optional<std::string> joined(const std::vector<std::string>& parts, char open, char close,
                                  const call_context& context) {
  std::string all(1, open);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!context.steps.spend_bytes(parts[i].size())) return std::nullopt;
    if (i > 0) all += ", ";
    all += parts[i];
  }
  return all + close;
}

/// A text for each item; nullopt if an item has no text.
template <class Count, class TextAt>
std::optional<std::vector<std::string>> texts_of(Count count, TextAt text_at) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < count; ++i) {
    auto part = text_at(i);
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return parts;
}

/// The text of `%s`; nullopt if the budget is used up or the value has no text.
std::optional<std::string> plain_text(const value& x, const call_context& context) {
  if (!context.steps.spend(1)) return std::nullopt;
  if (x.as<null>()) return "null";
  if (const auto* type = x.as<type_name>()) return std::string(type->name);
  if (const auto* number = x.as<double>()) {
    const auto special = special_text(*number);
    auto digits = special ? *special : digits_of(*number, std::chars_format::fixed, std::nullopt);
    return context.steps.spend_bytes(digits.size()) ? std::optional(std::move(digits)) : std::nullopt;
  }
  if (const auto* bytes = x.as<bytes_value>())
    return context.steps.spend_bytes(bytes->view().size()) ? std::optional(std::string(bytes->view())) : std::nullopt;
  if (const auto* items = x.as<list>()) {
    auto parts = texts_of(items->size(), [&](std::size_t i) { return plain_text(items->at(i), context); });
    return parts ? joined(*parts, '[', ']', context) : std::nullopt;
  }
  if (const auto* map = x.as<core::cel::map>()) {
    auto parts = texts_of(map->size(), [&](std::size_t i) -> std::optional<std::string> {
      const auto key = plain_text(map->key_at(i), context), content = plain_text(map->value_at(i), context);
      return key && content ? std::optional(*key + ": " + *content) : std::nullopt;
    });
    if (!parts) return std::nullopt;
    std::sort(parts->begin(), parts->end());
    return joined(*parts, '{', '}', context);
  }
  const auto text = to_string(x);
  const auto* shown = text.as<string_value>();
  if (!shown || !context.steps.spend_bytes(shown->view().size())) return std::nullopt;
  return std::string(shown->view());
}

std::optional<std::string> whole_text(const value& x, int radix) {
  char buffer[80];
  auto* const end = buffer + sizeof buffer;
  if (const auto* number = x.as<std::uint64_t>())
    return std::string(buffer, std::to_chars(buffer, end, *number, radix).ptr);
  const auto number = whole_number(x);
  if (!number) return std::nullopt;
  return std::string(buffer, std::to_chars(buffer, end, *number, radix).ptr);
}

std::optional<std::string> decimal_text(const value& x) {
  const auto* number = x.as<double>();
  const auto special = number ? special_text(*number) : std::nullopt;
  return special ? special : whole_text(x, 10);
}

std::optional<std::string> binary_text(const value& x) {
  if (const auto* truth = x.as<bool>()) return *truth ? "1" : "0";
  return whole_text(x, 2);
}

std::optional<std::string> hex_text(const value& x) {
  const auto* text = x.as<string_value>();
  const auto* bytes = x.as<bytes_value>();
  if (!text && !bytes) return whole_text(x, 16);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string all;
  for (const char c : text ? text->view() : bytes->view()) {
    const auto byte = static_cast<unsigned char>(c);
    all += digits[byte >> 4U];
    all += digits[byte & 15U];
  }
  return all;
}

std::optional<std::string> floating_text(const value& x, std::chars_format format, int precision) {
  double number = 0;
  if (const auto* whole = x.as<std::int64_t>())
    number = static_cast<double>(*whole);
  else if (const auto* whole_without_sign = x.as<std::uint64_t>())
    number = static_cast<double>(*whole_without_sign);
  else if (const auto* given = x.as<double>())
    number = *given;
  else
    return std::nullopt;
  const auto special = special_text(number);
  return special ? *special : digits_of(number, format, precision);
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

/// The text of a value by a clause; nullopt if there is no such clause, or the clause takes no such value.
std::optional<std::string> text_by(const clause& how, const value& x, const call_context& context) {
  if (how.kind == 's') return plain_text(x, context);
  if (how.kind == 'd') return decimal_text(x);
  if (how.kind == 'f') return floating_text(x, std::chars_format::fixed, how.precision);
  if (how.kind == 'e') return floating_text(x, std::chars_format::scientific, how.precision);
  if (how.kind == 'b') return binary_text(x);
  if (how.kind == 'o') return whole_text(x, 8);
  if (how.kind != 'x' && how.kind != 'X') return std::nullopt;
  auto text = hex_text(x);
  return text && how.kind == 'X' ? std::optional(upper(std::move(*text))) : text;
}

value format(arguments given, const call_context& context) {
  const auto* pattern = given[0].as<string_value>();
  const auto* items = given[1].as<list>();
  if (!pattern || !items) return no_overload("format", given[0], given[1]);
  std::string all;
  std::size_t used = 0;
  for (auto rest = pattern->view(); !rest.empty();) {
    const auto plain = std::min(rest.find('%'), rest.size());
    all += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (rest.empty()) break;
    rest.remove_prefix(1);
    const auto how = read_clause(rest);
    if (!how) return invalid("the text of 'format' has a wrong clause");
    rest.remove_prefix(how->length);
    if (how->kind == '%') {
      all += '%';
      continue;
    }
    if (used >= items->size()) return invalid("'format' has fewer values than clauses");
    const auto text = text_by(*how, items->at(used++), context);
    if (!text) return invalid(std::string("'format' has a value that does not fit '%") + how->kind + "'");
    if (!context.steps.spend_bytes(text->size())) return null();
    all += *text;
  }
  context.steps.spend_bytes(pattern->view().size());
  return value::string(std::move(all));
}

constexpr function table[] = {{"format", call_form::method, 2, format}};

} // namespace

std::span<const function> format_functions() {
  return table;
}

} // namespace core::cel
