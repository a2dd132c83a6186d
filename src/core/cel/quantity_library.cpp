// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-quantity-library

#include "core/cel/functions.hpp"

#include <algorithm>
#include <charconv>
#include <compare>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace core::cel {
namespace {

/// Holds the quantities of practice exactly. A text with a larger quantity is read as the largest number.
__extension__ using wide = __int128;

constexpr wide wide_max = std::numeric_limits<wide>::max();
constexpr wide nano_in_one = 1'000'000'000;
constexpr int nano_digits = 9;

wide saturated_product(wide a, wide b) {
  wide product = 0;
  return __builtin_mul_overflow(a, b, &product) ? wide_max : product;
}

/// A sign, digits with a point among them, and what is behind.
struct number_with_suffix {
  bool is_negative = false;
  std::string digits;
  int fraction_digits = 0;
  std::string_view suffix;
};

std::optional<number_with_suffix> read_number(std::string_view text) {
  number_with_suffix x;
  x.is_negative = text.starts_with('-');
  if (x.is_negative || text.starts_with('+')) text.remove_prefix(1);
  const auto end = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = text.substr(0, end);
  const auto point = std::min(number.find('.'), number.size());
  const auto fraction = number.substr(std::min(point + 1, number.size()));
  if (fraction.find('.') != fraction.npos) return std::nullopt;
  x.digits = std::string(number.substr(0, point)) + std::string(fraction);
  if (x.digits.empty()) return std::nullopt;
  x.fraction_digits = static_cast<int>(fraction.size());
  x.suffix = text.substr(end);
  return x;
}

/// The factor of a suffix: 2 to a power, or 10 to a power.
struct factor {
  int base = 10;
  int exponent = 0;
};

std::optional<factor> read_suffix(std::string_view suffix) {
  struct row {
    std::string_view suffix;
    factor meaning;
  };
  static constexpr row rows[] = {
    {"n", {10, -9}}, {"u", {10, -6}}, {"m", {10, -3}}, {"", {10, 0}},   {"k", {10, 3}},  {"M", {10, 6}},
    {"G", {10, 9}},  {"T", {10, 12}}, {"P", {10, 15}}, {"E", {10, 18}}, {"Ki", {2, 10}}, {"Mi", {2, 20}},
    {"Gi", {2, 30}}, {"Ti", {2, 40}}, {"Pi", {2, 50}}, {"Ei", {2, 60}},
  };
  const auto* found = std::find_if(std::begin(rows), std::end(rows), [&](const row& x) { return x.suffix == suffix; });
  if (found != std::end(rows)) return found->meaning;
  if (!suffix.starts_with('e') && !suffix.starts_with('E')) return std::nullopt;
  suffix.remove_prefix(1);
  if (suffix.starts_with('+') && !suffix.substr(1).starts_with('-')) suffix.remove_prefix(1);
  int exponent = 0;
  const auto [end, fault] = std::from_chars(suffix.data(), suffix.data() + suffix.size(), exponent);
  if (suffix.empty() || fault != std::errc() || end != suffix.data() + suffix.size()) return std::nullopt;
  return factor{10, exponent};
}

/// Multiplies by 10 to a power; what is below one rounds up, as the API server rounds.
wide times_ten_to(wide x, int power) {
  // After so many steps the number is 0 or the largest, so further steps would not change it.
  constexpr int powers_max = 64;
  for (int i = 0; i < std::min(power, powers_max); ++i) x = saturated_product(x, 10);
  bool has_rest = false;
  for (int i = 0; i < std::min(-power, powers_max); ++i) {
    has_rest = has_rest || x % 10 != 0;
    x /= 10;
  }
  return x + (has_rest ? 1 : 0);
}

/// The amount in billionths; nullopt if the text is no quantity.
std::optional<wide> read_quantity(std::string_view text) {
  const auto number = read_number(text);
  const auto meant = number ? read_suffix(number->suffix) : std::nullopt;
  if (!meant) return std::nullopt;
  // More digits would not fit, so they only count by their number.
  constexpr std::size_t digits_max = 36;
  const auto first = std::min(number->digits.find_first_not_of('0'), number->digits.size());
  const auto digits = number->digits.substr(first, digits_max);
  const auto dropped = static_cast<int>(number->digits.size() - first - digits.size());
  wide amount = 0;
  for (const char digit : digits) amount = amount * 10 + (digit - '0');
  const int power = dropped - number->fraction_digits + nano_digits;
  if (meant->base == 2) {
    amount = times_ten_to(saturated_product(amount, wide{1} << meant->exponent), power);
  } else {
    constexpr int exponent_max = 100'000;
    amount = times_ten_to(amount, power + std::clamp(meant->exponent, -exponent_max, exponent_max));
  }
  return number->is_negative ? -amount : amount;
}

class quantity_value final : public opaque {
public:
  explicit quantity_value(wide nano) : nano(nano) {}

  [[nodiscard]] std::string_view type() const noexcept override { return "kubernetes.Quantity"; }
  [[nodiscard]] bool equals(const opaque& other, budget&) const override {
    const auto* x = dynamic_cast<const quantity_value*>(&other);
    return x && x->nano == nano;
  }
  [[nodiscard]] std::optional<std::string> text() const override { return std::nullopt; }
  [[nodiscard]] std::optional<std::strong_ordering> compare(const opaque& other) const override {
    const auto* x = dynamic_cast<const quantity_value*>(&other);
    if (!x) return std::nullopt;
    if (nano == x->nano) return std::strong_ordering::equal;
    return nano < x->nano ? std::strong_ordering::less : std::strong_ordering::greater;
  }

  const wide nano;
};

value quantity_of(wide nano) {
  return opaque_ptr(std::make_shared<quantity_value>(nano));
}

value to_quantity(arguments given, const call_context& context) {
  if (opaque_as<quantity_value>(given[0])) return given[0];
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("quantity", given[0]);
  context.steps.spend_bytes(text->view().size());
  const auto amount = read_quantity(text->view());
  return amount ? quantity_of(*amount) : invalid("the text is no quantity");
}

value is_quantity(arguments given, const call_context& context) {
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("isQuantity", given[0]);
  context.steps.spend_bytes(text->view().size());
  return read_quantity(text->view()).has_value();
}

std::optional<std::int64_t> whole_of(wide nano) {
  const wide whole = nano / nano_in_one;
  const bool fits =
    whole >= std::numeric_limits<std::int64_t>::min() && whole <= std::numeric_limits<std::int64_t>::max();
  return fits && nano % nano_in_one == 0 ? std::optional(static_cast<std::int64_t>(whole)) : std::nullopt;
}

value is_integer(arguments given, const call_context&) {
  const auto* x = opaque_as<quantity_value>(given[0]);
  return x ? value(whole_of(x->nano).has_value()) : value(no_overload("isInteger", given[0]));
}

value as_integer(arguments given, const call_context&) {
  const auto* x = opaque_as<quantity_value>(given[0]);
  if (!x) return no_overload("asInteger", given[0]);
  const auto whole = whole_of(x->nano);
  return whole ? value(*whole) : invalid("the quantity is no whole number that fits an int");
}

value as_float(arguments given, const call_context&) {
  const auto* x = opaque_as<quantity_value>(given[0]);
  if (!x) return no_overload("asApproximateFloat", given[0]);
  return static_cast<double>(x->nano) / static_cast<double>(nano_in_one);
}

value sign(arguments given, const call_context&) {
  const auto* x = opaque_as<quantity_value>(given[0]);
  if (!x) return no_overload("sign", given[0]);
  return x->nano < 0 ? std::int64_t{-1} : std::int64_t{x->nano > 0};
}

/// The second term of a sum: a quantity or an int.
std::optional<wide> term_of(const value& x) {
  if (const auto* quantity = opaque_as<quantity_value>(x)) return quantity->nano;
  const auto* number = x.as<std::int64_t>();
  return number ? std::optional(*number * nano_in_one) : std::nullopt;
}

value add(arguments given, const call_context&) {
  const auto* x = opaque_as<quantity_value>(given[0]);
  const auto other = term_of(given[1]);
  if (!x || !other) return wrong_types("add", given);
  wide sum = 0;
  return __builtin_add_overflow(x->nano, *other, &sum) ? invalid("the quantity is too large") : quantity_of(sum);
}

value subtract(arguments given, const call_context&) {
  const auto* x = opaque_as<quantity_value>(given[0]);
  const auto other = term_of(given[1]);
  if (!x || !other) return wrong_types("sub", given);
  wide rest = 0;
  return __builtin_sub_overflow(x->nano, *other, &rest) ? invalid("the quantity is too large") : quantity_of(rest);
}

constexpr function table[] = {
  {"quantity", call_form::function, 1, to_quantity},
  {"isQuantity", call_form::function, 1, is_quantity},
  {"isInteger", call_form::method, 1, is_integer},
  {"asInteger", call_form::method, 1, as_integer},
  {"asApproximateFloat", call_form::method, 1, as_float},
  {"sign", call_form::method, 1, sign},
  {"add", call_form::method, 2, add},
  {"sub", call_form::method, 2, subtract},
};

} // namespace

std::span<const function> quantity_library() {
  return table;
}

} // namespace core::cel
