// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-regex-library

#include "core/cel/functions.hpp"
#include "core/cel/search.hpp"

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

namespace core::cel {
namespace {

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

value copy_of(std::string_view text) {
  return value::string(std::string(text));
}

value find_first(arguments given, const call_context& context) {
  return search("find", given, context, [](std::string_view text, const regular_expression& pattern) {
    const auto found = pattern.matches_in(text, 1);
    return copy_of(found.empty() ? std::string_view() : found.front());
  });
}

value find_up_to(std::size_t max, arguments given, const call_context& context) {
  return search("findAll", given, context, [&](std::string_view text, const regular_expression& pattern) -> value {
    // A match may be empty, so a text has at most a match for each byte.
    if (!context.steps.spend(std::min(max, text.size() + 1))) return null();
    std::vector<value> all;
    for (const auto& match : pattern.matches_in(text, max)) all.push_back(copy_of(match));
    return list(std::move(all));
  });
}

value find_all(arguments given, const call_context& context) {
  return find_up_to(no_limit, given, context);
}

/// A negative limit is none.
value find_some(arguments given, const call_context& context) {
  const auto* max = given[2].as<std::int64_t>();
  if (!max) return no_overload("findAll", given[0], given[2]);
  return find_up_to(*max < 0 ? no_limit : static_cast<std::size_t>(*max), given, context);
}

constexpr function table[] = {
  {"find", call_form::method, 2, find_first},
  {"findAll", call_form::method, 2, find_all},
  {"findAll", call_form::method, 3, find_some},
};

} // namespace

std::span<const function> regex_library() {
  return table;
}

} // namespace core::cel
