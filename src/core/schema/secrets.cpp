#include "core/schema/node.hpp"
#include "core/schema/schema.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace core::schema {
namespace {

using nodes = std::vector<const node*>;

void add(nodes& to, const node_ptr& node) {
  if (node) to.push_back(node.get());
}

/// All schemas that apply to a value, with the schemas that they combine. Any of several alternatives may
/// match, and a mark in a schema that must not match counts as well.
nodes with_parts(nodes about) {
  for (std::size_t i = 0; i < about.size(); ++i) {
    const auto* node = about[i];
    for (const auto* parts : {&node->all_of, &node->any_of, &node->one_of})
      for (const auto& part : *parts) add(about, part);
    for (const auto& [key, part] : node->dependent_schemas) add(about, part);
    add(about, node->none_of);
  }
  return about;
}

nodes of_member(const nodes& about, const std::string& key) {
  nodes found;
  for (const auto* node : about) {
    const auto before = found.size();
    if (const auto* property = node->property(key)) found.push_back(property);
    for (const auto& [expression, schema] : node->pattern_properties)
      if (expression.found_in(key)) add(found, schema);
    // As in a check, `additionalProperties` is only for members that no property and no pattern names.
    if (found.size() == before) add(found, node->additional);
  }
  return found;
}

nodes of_item(const nodes& about, std::size_t index) {
  nodes found;
  for (const auto* node : about)
    add(found, index < node->tuple.size() ? node->tuple[index] : node->items ? node->items : node->additional_items);
  return found;
}

/// The value without its secrets; nullopt if it has no secrets, so that the same value stays shared.
std::optional<text::json> hide(const nodes& directly_about, const text::json& value);

std::optional<text::json> hide_in_object(const nodes& about, const text::json::object_type& members) {
  std::optional<text::json::object_type> changed;
  for (std::size_t i = 0; i < members.size(); ++i) {
    auto member = hide(of_member(about, members[i].first), members[i].second);
    if (!member) continue;
    if (!changed) changed = members;
    (*changed)[i].second = std::move(*member);
  }
  return changed ? std::optional(text::json::object(std::move(*changed))) : std::nullopt;
}

std::optional<text::json> hide_in_array(const nodes& about, const text::json::array_type& items) {
  std::optional<text::json::array_type> changed;
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto item = hide(of_item(about, i), items[i]);
    if (!item) continue;
    if (!changed) changed = items;
    (*changed)[i] = std::move(*item);
  }
  return changed ? std::optional(text::json::array(std::move(*changed))) : std::nullopt;
}

std::optional<text::json> hide(const nodes& directly_about, const text::json& value) {
  // Null stays visible: it shows only that no secret is set.
  if (directly_about.empty() || value.is_null()) return std::nullopt;
  const auto about = with_parts(directly_about);
  if (std::any_of(about.begin(), about.end(), [](const auto* node) { return node->secret; }))
    return text::json(base::hidden_value);
  if (value.is_object()) return hide_in_object(about, value.as_object());
  if (value.is_array()) return hide_in_array(about, value.as_array());
  return std::nullopt;
}

} // namespace

text::json schema::without_secrets(const text::json& value) const {
  return hide({root_.get()}, value).value_or(value);
}

} // namespace core::schema
