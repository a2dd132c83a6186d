#include "core/schema/schema.hpp"
#include "core/schema/schema_node.hpp"

#include <algorithm>

namespace core {
namespace {

json add_defaults(const schema_node& node, const json& value);

json add_to_object(const schema_node& node, json value) {
  for (const auto& [key, property] : node.properties) {
    if (const auto* found = value.find(key)) {
      const auto filled = add_defaults(*property, *found);
      if (!filled.same_node(*found)) value = value.with(key, filled);
    } else if (property->default_value) {
      value = value.with(key, add_defaults(*property, *property->default_value));
    }
  }
  return value;
}

json add_defaults(const schema_node& node, const json& value) {
  if (value.is_object()) return add_to_object(node, value);
  if (!value.is_array() || !node.items) return value;
  bool changed = false;
  auto items = value.as_array();
  for (auto& item : items) {
    auto filled = add_defaults(*node.items, item);
    changed = changed || !filled.same_node(item);
    item = std::move(filled);
  }
  return changed ? json::array(std::move(items)) : value;
}

/// A default inside another one is seen twice.
bool is_told(const std::vector<schema_violation>& found, const schema_violation& x) {
  return std::any_of(found.begin(), found.end(),
                     [&](const schema_violation& y) { return y.path == x.path && y.reason == x.reason; });
}

} // namespace

json schema::with_defaults(const json& value) const {
  return add_defaults(*root_, value);
}

void schema::find_refused_defaults(const schema_node& node, const std::string& name,
                                   std::vector<schema_violation>& found) {
  for (const auto& [key, property] : node.properties) {
    const auto place = name + "." + key;
    if (property->default_value)
      for (auto& violation : schema(property).validate(add_defaults(*property, *property->default_value), place))
        if (!violation.is_missing && !is_told(found, violation)) found.push_back(std::move(violation));
    find_refused_defaults(*property, place, found);
  }
  if (node.items) find_refused_defaults(*node.items, name + "[]", found);
}

std::vector<schema_violation> schema::refused_defaults(std::string_view name) const {
  std::vector<schema_violation> found;
  find_refused_defaults(*root_, std::string(name), found);
  return found;
}

} // namespace core
