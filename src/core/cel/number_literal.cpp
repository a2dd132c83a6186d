#include "core/cel/number_literal.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace core::cel {
namespace {

std::optional<std::uint64_t> whole_of(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, is_hex ? 16 : 10);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<value> floating_of(std::string_view text, sign before) {
  const auto number = text::json::number(std::string(text.starts_with('.') ? "0" : "") + std::string(text)).as_double();
  if (std::isinf(number)) return std::nullopt;
  return value(before == sign::minus ? -number : number);
}

} // namespace

std::optional<value> number_of(const token& literal, sign before) {
  if (literal.kind == token_kind::floating) return floating_of(literal.text, before);
  const auto number = whole_of(literal.text);
  if (!number) return std::nullopt;
  if (literal.kind == token_kind::unsigned_integer) return value(*number);
  constexpr auto max = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (before == sign::plus && *number <= max) return value(static_cast<std::int64_t>(*number));
  // The smallest int has no positive counterpart.
  if (before == sign::minus && *number <= max + 1) return value(static_cast<std::int64_t>(~*number + 1));
  return std::nullopt;
}

} // namespace core::cel
