#include "core/values/schema.hpp"
#include "core/values/schema_node.hpp"

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

} // namespace

json schema::with_defaults(const json& value) const {
  return add_defaults(*root_, value);
}

} // namespace core
