#pragma once

#include "core/cel/function.hpp"
#include "core/cel/regular_expression.hpp"

#include <string_view>

namespace core::cel {

/// Searches the first argument for the pattern that is the second argument. A pattern that is no constant is
/// compiled at each call, which costs more than a search.
/// @param answer of a text and a pattern
template <class Answer>
[[nodiscard]] value search(std::string_view name, arguments given, const call_context& context, Answer answer) {
  const auto [text, pattern] = both<string_value>(given);
  if (!text) return no_overload(name, given[0], given[1]);
  if (!context.steps.spend_bytes(text->view().size())) return null();
  if (context.pattern) return answer(text->view(), *context.pattern);
  constexpr std::size_t steps_of_compilation = 1000;
  if (!context.steps.spend(steps_of_compilation + pattern->view().size())) return null();
  const auto compiled = regular_expression::compile(pattern->view());
  // Without the pattern, which may be a secret.
  if (!compiled) return invalid("the pattern is no regular expression of RE2, or too large");
  return answer(text->view(), *compiled);
}

} // namespace core::cel
