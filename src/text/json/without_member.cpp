#include "text/json/without_member.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace text {

namespace {

json without(const json& value, const std::vector<std::string>& tokens, std::size_t depth) {
  const auto* member = depth < tokens.size() ? value.find(tokens[depth]) : nullptr;
  if (member == nullptr) return value;
  if (depth + 1 == tokens.size()) return value.without(tokens[depth]);
  auto rest = without(*member, tokens, depth + 1);
  const bool is_emptied = rest.is_object() && rest.as_object().empty() && rest != *member;
  return is_emptied ? value.without(tokens[depth]) : value.with(tokens[depth], std::move(rest));
}

} // namespace

json without_member(const json& document, const json_pointer& place) {
  return without(document, place.tokens, 0);
}

} // namespace text
