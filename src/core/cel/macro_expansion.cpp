#include "core/cel/macro_expansion.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace core::cel {
namespace {

struct row {
  std::string_view method;
  std::size_t count;
  parts::macro_kind kind;
};

constexpr row macros[] = {
  {"all", 2, parts::macro_kind::all},
  {"exists", 2, parts::macro_kind::exists},
  {"exists_one", 2, parts::macro_kind::exists_one},
  {"existsOne", 2, parts::macro_kind::exists_one},
  {"map", 2, parts::macro_kind::map},
  {"map", 3, parts::macro_kind::map},
  {"filter", 2, parts::macro_kind::filter},
};

} // namespace

std::optional<parts::macro_kind> find_macro(std::string_view method, std::size_t count) {
  const auto* found = std::find_if(std::begin(macros), std::end(macros),
                                   [&](const row& x) { return x.method == method && x.count == count; });
  if (found == std::end(macros)) return std::nullopt;
  return found->kind;
}

base::result<parts::macro> expand_macro(parts::macro_kind kind, expression_ptr range,
                                        std::vector<expression_ptr> arguments) {
  auto* variable = std::get_if<parts::name>(&arguments[0]->content);
  if (!variable || variable->is_rooted)
    return base::fail(base::error_code::invalid_input, "the first argument must be a simple name");
  parts::macro made{kind, std::move(range), std::move(variable->text), nullptr, nullptr};
  if (kind == parts::macro_kind::map) made.transform = std::move(arguments.back());
  if (arguments[1]) made.predicate = std::move(arguments[1]);
  return made;
}

std::size_t depth_of(const parts::macro& macro) {
  std::size_t depth = macro.range->depth;
  if (macro.predicate) depth = std::max(depth, macro.predicate->depth);
  if (macro.transform) depth = std::max(depth, macro.transform->depth);
  return depth;
}

base::result<expression_ptr> expand_has(std::vector<expression_ptr> arguments) {
  auto* selection = arguments.size() == 1 ? std::get_if<parts::selection>(&arguments[0]->content) : nullptr;
  if (!selection || selection->kind == parts::selection_kind::presence)
    return base::fail(base::error_code::invalid_input, "'has' takes the selection of a field, like has(self.name)");
  selection->kind = parts::selection_kind::presence;
  return std::move(arguments[0]);
}

} // namespace core::cel
