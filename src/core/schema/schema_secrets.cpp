#include "core/schema/schema.hpp"
#include "core/schema/schema_node.hpp"

#include <algorithm>

namespace core {
namespace {

using nodes = std::vector<const schema_node*>;

void add(nodes& to, const schema_node_ptr& node) {
  if (node) to.push_back(node.get());
}

/// All schemas that are about a value, with those that they combine. Of alternatives any may be the one that matches, and a
/// mark in a schema that must not match is meant as well.
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

json hide(const nodes& directly_about, const json& value) {
  if (directly_about.empty()) return value;
  const auto about = with_parts(directly_about);
  if (std::any_of(about.begin(), about.end(), [](const auto* node) { return node->secret; }))
    return value.is_null() ? value : json(hidden_value);
  if (value.is_object()) {
    auto members = value.as_object();
    for (auto& [key, member] : members) member = hide(of_member(about, key), member);
    return json::object(std::move(members));
  }
  if (!value.is_array()) return value;
  auto items = value.as_array();
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = hide(of_item(about, i), items[i]);
  return json::array(std::move(items));
}

} // namespace

json schema::without_secrets(const json& value) const {
  return hide({root_.get()}, value);
}

} // namespace core
