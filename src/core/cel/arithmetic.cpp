#include "core/cel/functions.hpp"
#include "core/cel/moments.hpp"

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace core::cel {
namespace {

value overflow() {
  return invalid("integer overflow");
}

/// The result of a checked operation of the compiler.
template <class T, class Checked>
value checked(T a, T b, Checked operation) {
  T result{};
  if (operation(a, b, &result)) return overflow();
  return result;
}

/// Applies an operation to two numbers of the same type; nullopt for other values.
template <class Operation>
std::optional<value> on_numbers(arguments given, Operation operation) {
  if (const auto [a, b] = both<std::int64_t>(given); a) return operation(*a, *b);
  if (const auto [a, b] = both<double>(given); a) return operation(*a, *b);
  if (const auto [a, b] = both<std::uint64_t>(given); a) return operation(*a, *b);
  return std::nullopt;
}

value joined(std::string_view a, std::string_view b, const call_context& context) {
  if (!context.steps.spend_bytes(a.size() + b.size())) return null();
  std::string all;
  all.reserve(a.size() + b.size());
  all += a;
  all += b;
  return value::string(std::move(all));
}

value joined(const list& a, const list& b, const call_context& context) {
  if (!context.steps.spend(a.size() + b.size())) return null();
  std::vector<value> items;
  items.reserve(a.size() + b.size());
  for (std::size_t i = 0; i < a.size(); ++i) items.push_back(a.at(i));
  for (std::size_t i = 0; i < b.size(); ++i) items.push_back(b.at(i));
  return list(std::move(items));
}

value add_others(arguments given, const call_context& context) {
  if (const auto [a, b] = both<string_value>(given); a) return joined(a->view(), b->view(), context);
  if (const auto [a, b] = both<bytes_value>(given); a) {
    const auto text = joined(a->view(), b->view(), context);
    const auto* all = text.as<string_value>();
    return all ? value(bytes_value{all->text}) : text;
  }
  if (const auto [a, b] = both<list>(given); a) return joined(*a, *b, context);
  if (const auto [a, b] = both<duration>(given); a) return add(*a, *b);
  const auto *moment = given[0].as<timestamp>(), *later = given[1].as<timestamp>();
  const auto *time = given[0].as<duration>(), *more = given[1].as<duration>();
  if (moment && more) return add(*moment, *more);
  if (time && later) return add(*later, *time);
  return no_overload("_+_", given[0], given[1]);
}

value add_values(arguments given, const call_context& context) {
  const auto sum = on_numbers(given, []<class T>(T a, T b) -> value {
    if constexpr (std::floating_point<T>)
      return a + b;
    else
      return checked(a, b, [](T x, T y, T* result) { return __builtin_add_overflow(x, y, result); });
  });
  return sum ? *sum : add_others(given, context);
}

value subtract_values(arguments given, const call_context&) {
  const auto difference = on_numbers(given, []<class T>(T a, T b) -> value {
    if constexpr (std::floating_point<T>)
      return a - b;
    else
      return checked(a, b, [](T x, T y, T* result) { return __builtin_sub_overflow(x, y, result); });
  });
  if (difference) return *difference;
  if (const auto [a, b] = both<timestamp>(given); a) return between(*a, *b);
  if (const auto [a, b] = both<duration>(given); a) return subtract(*a, *b);
  const auto* moment = given[0].as<timestamp>();
  const auto* time = given[1].as<duration>();
  if (moment && time) return subtract(*moment, *time);
  return no_overload("_-_", given[0], given[1]);
}

value multiply(arguments given, const call_context&) {
  const auto product = on_numbers(given, []<class T>(T a, T b) -> value {
    if constexpr (std::floating_point<T>)
      return a * b;
    else
      return checked(a, b, [](T x, T y, T* result) { return __builtin_mul_overflow(x, y, result); });
  });
  return product ? *product : value(no_overload("_*_", given[0], given[1]));
}

/// True for the only quotient of ints that is no int.
template <class T>
bool overflows(T a, T b) {
  if constexpr (std::signed_integral<T>) return a == std::numeric_limits<T>::min() && b == -1;
  return false;
}

value divide(arguments given, const call_context&) {
  const auto quotient = on_numbers(given, []<class T>(T a, T b) -> value {
    if constexpr (std::integral<T>) {
      if (b == 0) return invalid("division by zero");
      if (overflows(a, b)) return overflow();
    }
    return a / b;
  });
  return quotient ? *quotient : value(no_overload("_/_", given[0], given[1]));
}

template <class T>
value remainder_of(T a, T b) {
  if (b == 0) return invalid("modulus by zero");
  if (overflows(a, b)) return overflow();
  return a % b;
}

value take_remainder(arguments given, const call_context&) {
  if (const auto [a, b] = both<std::int64_t>(given); a) return remainder_of(*a, *b);
  if (const auto [a, b] = both<std::uint64_t>(given); a) return remainder_of(*a, *b);
  return no_overload("_%_", given[0], given[1]);
}

value negate(arguments given, const call_context&) {
  if (const auto* x = given[0].as<std::int64_t>())
    return checked<std::int64_t>(0, *x,
                                 [](auto a, auto b, auto* result) { return __builtin_sub_overflow(a, b, result); });
  if (const auto* x = given[0].as<double>()) return -*x;
  if (const auto* x = given[0].as<duration>()) return subtract(duration{0}, *x);
  return no_overload("-_", given[0]);
}

constexpr function table[] = {
  {"_+_", call_form::function, 2, add_values},     {"_-_", call_form::function, 2, subtract_values},
  {"_*_", call_form::function, 2, multiply},       {"_/_", call_form::function, 2, divide},
  {"_%_", call_form::function, 2, take_remainder}, {"-_", call_form::function, 1, negate},
};

} // namespace

std::span<const function> arithmetic_functions() {
  return table;
}

} // namespace core::cel
