#include "core/cel/functions.hpp"
#include "core/cel/ordering.hpp"

#include <algorithm>

namespace core::cel {
namespace {

value equals(arguments given, const call_context& context) {
  return equal(given[0], given[1], context.steps);
}

value differs(arguments given, const call_context& context) {
  return !equal(given[0], given[1], context.steps);
}

/// Compares two values that have an order; a relation with NaN is false.
template <class Relation>
value related(std::string_view name, arguments given, const call_context& context, Relation holds) {
  if (!spend_comparison(given[0], given[1], context.steps)) return null();
  const auto order = compare(given[0], given[1]);
  if (!order) return no_overload(name, given[0], given[1]);
  return holds(*order);
}

value is_less(arguments given, const call_context& context) {
  return related("_<_", given, context, [](auto x) { return x < 0; });
}
value is_at_most(arguments given, const call_context& context) {
  return related("_<=_", given, context, [](auto x) { return x <= 0; });
}
value is_greater(arguments given, const call_context& context) {
  return related("_>_", given, context, [](auto x) { return x > 0; });
}
value is_at_least(arguments given, const call_context& context) {
  return related("_>=_", given, context, [](auto x) { return x >= 0; });
}

value is_in(arguments given, const call_context& context) {
  if (const auto* map = given[1].as<core::cel::map>())
    return spend_search(given[0], context.steps) && map->find(given[0]).has_value();
  const auto* items = given[1].as<list>();
  if (!items) return no_overload("@in", given[0], given[1]);
  for (std::size_t i = 0; i < items->size(); ++i)
    if (equal(given[0], items->at(i), context.steps)) return true;
  return false;
}

value negated(arguments given, const call_context&) {
  const auto* x = given[0].as<bool>();
  return x ? value(!*x) : value(no_overload("!_", given[0]));
}

constexpr function table[] = {
  {"_==_", call_form::function, 2, equals},    {"_!=_", call_form::function, 2, differs},
  {"_<_", call_form::function, 2, is_less},    {"_<=_", call_form::function, 2, is_at_most},
  {"_>_", call_form::function, 2, is_greater}, {"_>=_", call_form::function, 2, is_at_least},
  {"@in", call_form::function, 2, is_in},      {"!_", call_form::function, 1, negated},
};

} // namespace

std::span<const function> relation_functions() {
  return table;
}

} // namespace core::cel
