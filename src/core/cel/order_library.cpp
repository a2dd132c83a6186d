// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-quantity-library and the library of versions

#include "core/cel/functions.hpp"

#include <compare>
#include <optional>
#include <string_view>

namespace core::cel {
namespace {

std::optional<std::strong_ordering> order_of(arguments given) {
  const auto [a, b] = both<opaque_ptr>(given);
  if (!a || (*a)->type() != (*b)->type()) return std::nullopt;
  return (*a)->compare(**b);
}

value compare_to(arguments given, const call_context&) {
  const auto order = order_of(given);
  if (!order) return wrong_types("compareTo", given);
  return *order < 0 ? std::int64_t{-1} : std::int64_t{*order > 0};
}

value is_less(arguments given, const call_context&) {
  const auto order = order_of(given);
  return order ? value(*order < 0) : wrong_types("isLessThan", given);
}

value is_greater(arguments given, const call_context&) {
  const auto order = order_of(given);
  return order ? value(*order > 0) : wrong_types("isGreaterThan", given);
}

constexpr function table[] = {
  {"compareTo", call_form::method, 2, compare_to},
  {"isLessThan", call_form::method, 2, is_less},
  {"isGreaterThan", call_form::method, 2, is_greater},
};

} // namespace

std::span<const function> order_library() {
  return table;
}

} // namespace core::cel
