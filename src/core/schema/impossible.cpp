#include "base/contains.hpp"
#include "core/schema/node.hpp"
#include "core/schema/schema.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>

namespace core::schema {
namespace {

using type = node::value_type;

bool is_about_maps(const node& node) {
  if (node.types.empty()) return !node.properties.empty();
  return base::contains(node.types, type::object);
}

bool allows(const node& node, const std::string& key) {
  if (node.additional_allowed || node.additional || node.property(key)) return true;
  return std::any_of(node.pattern_properties.begin(), node.pattern_properties.end(),
                     [&](const auto& x) { return x.first.found_in(key); });
}

void find_impossible(const node& node, const std::string& name, std::vector<std::string>& found) {
  if (is_about_maps(node))
    for (const auto& key : node.required)
      if (!allows(node, key)) found.push_back(name + "." + text::shown_key(key));
  for (const auto& [key, property] : node.properties)
    find_impossible(*property, name + "." + text::shown_key(key), found);
  for (const auto& [expression, schema] : node.pattern_properties) find_impossible(*schema, name + ".*", found);
  if (node.additional) find_impossible(*node.additional, name + ".*", found);
  if (node.items) find_impossible(*node.items, name + "[]", found);
  for (std::size_t i = 0; i < node.tuple.size(); ++i)
    find_impossible(*node.tuple[i], name + "[" + std::to_string(i) + "]", found);
  // `not` is left out: a schema that no map matches is meant there.
  for (const auto* parts : {&node.all_of, &node.any_of, &node.one_of})
    for (const auto& part : *parts) find_impossible(*part, name, found);
}

} // namespace

std::vector<std::string> schema::impossible_names(std::string_view name) const {
  std::vector<std::string> found;
  find_impossible(*root_, std::string(name), found);
  return found;
}

} // namespace core::schema
