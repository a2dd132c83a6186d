#include "core/cel/functions.hpp"
#include "core/cel/search.hpp"
#include "text/plain/find_part.hpp"

#include <string_view>

namespace core::cel {
namespace {

/// Asks a question about two strings.
template <class Question>
value about_strings(std::string_view name, arguments given, const call_context& context, Question is_so) {
  const auto [text, part] = both<string_value>(given);
  if (!text) return no_overload(name, given[0], given[1]);
  if (!context.steps.spend_bytes(text->view().size() + part->view().size())) return null();
  return is_so(text->view(), part->view());
}

value contains(arguments given, const call_context& context) {
  return about_strings("contains", given, context,
                       [](std::string_view text, auto part) { return text::find_part(text, part) != text.npos; });
}

value starts_with(arguments given, const call_context& context) {
  return about_strings("startsWith", given, context,
                       [](std::string_view text, auto part) { return text.starts_with(part); });
}

value ends_with(arguments given, const call_context& context) {
  return about_strings("endsWith", given, context,
                       [](std::string_view text, auto part) { return text.ends_with(part); });
}

value matches(arguments given, const call_context& context) {
  return search("matches", given, context,
                [](std::string_view text, const regular_expression& pattern) { return pattern.found_in(text); });
}

constexpr function table[] = {
  {"contains", call_form::method, 2, contains},  {"startsWith", call_form::method, 2, starts_with},
  {"endsWith", call_form::method, 2, ends_with}, {"matches", call_form::method, 2, matches},
  {"matches", call_form::function, 2, matches},
};

} // namespace

std::span<const function> text_functions() {
  return table;
}

} // namespace core::cel
