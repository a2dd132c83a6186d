// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-list-library

#include "core/cel/list_library.hpp"

#include "core/cel/functions.hpp"
#include "core/cel/moments.hpp"
#include "core/cel/ordering.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace core::cel {
namespace {

constexpr std::int64_t not_found = -1;

/// The order of two items; each costs a step. nullopt if they are not ordered.
std::optional<std::partial_ordering> order_of(const value& a, const value& b, const call_context& context) {
  const auto *text = a.as<string_value>(), *other = b.as<string_value>();
  const auto bytes = text && other ? std::min(text->view().size(), other->view().size()) : 0;
  if (!context.steps.spend(1) || !context.steps.spend_bytes(bytes)) return std::nullopt;
  return compare(a, b);
}

value is_sorted(arguments given, const call_context& context) {
  const auto* items = given[0].as<list>();
  if (!items) return no_overload("isSorted", given[0]);
  for (std::size_t i = 1; i < items->size(); ++i) {
    const auto before = items->at(i - 1), item = items->at(i);
    const auto order = order_of(before, item, context);
    if (!order) return no_overload("isSorted", before, item);
    if (*order > 0) return false;
  }
  return true;
}

value sum(arguments given, const call_context& context) {
  static const auto* add = find_function("_+_", call_form::function, 2, function_set::standard);
  const auto* items = given[0].as<list>();
  if (!items) return no_overload("sum", given[0]);
  if (items->size() == 0) return std::int64_t{0};
  value all = items->at(0);
  const bool is_summable = all.as<std::int64_t>() || all.as<std::uint64_t>() || all.as<double>() || all.as<duration>();
  if (!is_summable) return no_overload("sum", all);
  for (std::size_t i = 1; i < items->size() && context.steps.spend(1) && !all.has_failed(); ++i) {
    const value both[] = {std::move(all), items->at(i)};
    all = add->run(both, context);
  }
  return all;
}

/// The item that comes before all others in an order.
template <class ComesBefore>
value outermost(std::string_view name, arguments given, const call_context& context, ComesBefore comes_before) {
  const auto* items = given[0].as<list>();
  if (!items) return no_overload(name, given[0]);
  if (items->size() == 0) return invalid("'" + std::string(name) + "' of an empty list");
  value found = items->at(0);
  for (std::size_t i = 0; i < items->size(); ++i) {
    auto item = items->at(i);
    const auto order = order_of(item, found, context);
    if (!order) return no_overload(name, item, found);
    if (comes_before(*order)) found = std::move(item);
  }
  return found;
}

value smallest(arguments given, const call_context& context) {
  return outermost("min", given, context, [](auto order) { return order < 0; });
}

value largest(arguments given, const call_context& context) {
  return outermost("max", given, context, [](auto order) { return order > 0; });
}

constexpr function table[] = {
  {"isSorted", call_form::method, 1, is_sorted},
  {"sum", call_form::method, 1, sum},
  {"min", call_form::method, 1, smallest},
  {"max", call_form::method, 1, largest},
};

} // namespace

value index_in_list(arguments given, const call_context& context) {
  const auto& items = *given[0].as<list>();
  for (std::size_t i = 0; i < items.size(); ++i)
    if (equal(items.at(i), given[1], context.steps)) return static_cast<std::int64_t>(i);
  return not_found;
}

value last_index_in_list(arguments given, const call_context& context) {
  const auto& items = *given[0].as<list>();
  for (auto i = items.size(); i > 0; --i)
    if (equal(items.at(i - 1), given[1], context.steps)) return static_cast<std::int64_t>(i - 1);
  return not_found;
}

std::span<const function> list_library() {
  return table;
}

} // namespace core::cel
