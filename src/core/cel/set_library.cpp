// https://pkg.go.dev/github.com/google/cel-go/ext#readme-sets

#include "core/cel/functions.hpp"
#include "core/cel/ordering.hpp"

#include <string_view>

namespace core::cel {
namespace {

bool has(const list& items, const value& wanted, budget& steps) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (equal(items.at(i), wanted, steps)) return true;
  return false;
}

bool has_all(const list& items, const list& wanted, budget& steps) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (!has(items, wanted.at(i), steps)) return false;
  return true;
}

bool has_any(const list& items, const list& wanted, budget& steps) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (has(items, wanted.at(i), steps)) return true;
  return false;
}

value contains_all(arguments given, const call_context& context) {
  const auto [a, b] = both<list>(given);
  return a ? value(has_all(*a, *b, context.steps)) : wrong_types("sets.contains", given);
}

value are_equivalent(arguments given, const call_context& context) {
  const auto [a, b] = both<list>(given);
  if (!a) return wrong_types("sets.equivalent", given);
  return has_all(*a, *b, context.steps) && has_all(*b, *a, context.steps);
}

value do_intersect(arguments given, const call_context& context) {
  const auto [a, b] = both<list>(given);
  return a ? value(has_any(*a, *b, context.steps)) : wrong_types("sets.intersects", given);
}

constexpr function table[] = {
  {"sets.contains", call_form::function, 2, contains_all},
  {"sets.equivalent", call_form::function, 2, are_equivalent},
  {"sets.intersects", call_form::function, 2, do_intersect},
};

} // namespace

std::span<const function> set_library() {
  return table;
}

} // namespace core::cel
