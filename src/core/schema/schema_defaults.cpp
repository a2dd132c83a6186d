#include "core/schema/schema.hpp"
#include "core/schema/schema_node.hpp"

#include <algorithm>
#include <optional>

namespace core {
namespace {

/// The value with what it lacks; nothing if it lacks nothing, so that it goes on being shared.
std::optional<json> fill(const schema_node& node, const json& value);

std::optional<json> fill_object(const schema_node& node, const json& value) {
  std::optional<json> filled;
  const auto set = [&](const std::string& key, const json& member) {
    filled = (filled ? *filled : value).with(key, member);
  };
  for (const auto& [key, property] : node.properties) {
    if (const auto* found = value.find(key)) {
      if (const auto member = fill(*property, *found)) set(key, *member);
    } else if (const auto& missing = property->default_value) {
      set(key, fill(*property, *missing).value_or(*missing));
    }
  }
  return filled;
}

std::optional<json> fill_array(const schema_node& item_node, const json::array_type& items) {
  std::optional<json::array_type> filled;
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto item = fill(item_node, items[i]);
    if (!item) continue;
    if (!filled) filled = items;
    (*filled)[i] = std::move(*item);
  }
  return filled ? std::optional(json::array(std::move(*filled))) : std::nullopt;
}

std::optional<json> fill(const schema_node& node, const json& value) {
  if (value.is_object()) return fill_object(node, value);
  if (value.is_array() && node.items) return fill_array(*node.items, value.as_array());
  return std::nullopt;
}

/// True for a violation that was found before: a default inside another one is seen twice.
bool is_known(const std::vector<schema_violation>& found, const schema_violation& x) {
  return std::any_of(found.begin(), found.end(), [&](const auto& known) { return describe(known) == describe(x); });
}

} // namespace

json schema::with_defaults(const json& value) const {
  return fill(*root_, value).value_or(value);
}

void schema::find_refused_defaults(const schema_node& node, const std::string& name,
                                   std::vector<schema_violation>& found) {
  for (const auto& [key, property] : node.properties) {
    const auto place = name + "." + key;
    if (const auto& value = property->default_value)
      for (auto& violation : schema(property).validate(fill(*property, *value).value_or(*value), place))
        if (!violation.is_missing && !is_known(found, violation)) found.push_back(std::move(violation));
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
