#include "text/json/open_tree.hpp"

#include "text/json/json_pointer.hpp"
#include "text/json/tree_weight.hpp"

#include <algorithm>
#include <utility>

namespace text {
namespace {

std::size_t height_of(const json& value) {
  std::size_t highest = 0;
  if (value.is_array()) {
    for (const auto& item : value.as_array()) highest = std::max(highest, height_of(item));
  } else if (value.is_object()) {
    for (const auto& [key, member] : value.as_object()) highest = std::max(highest, height_of(member));
  } else {
    return 0;
  }
  return highest + 1;
}

} // namespace

open_tree closed_tree(json value) {
  open_tree tree;
  tree.weight = weight_of(value);
  tree.height = height_of(value);
  tree.whole = std::move(value);
  return tree;
}

void open(open_tree& tree) {
  const auto value = std::move(tree.whole);
  tree.whole = json();
  if (value.is_object()) {
    tree.members = std::make_unique<std::map<std::string, open_tree, std::less<>>>();
    for (const auto& [key, member] : value.as_object())
      tree.members->emplace_hint(tree.members->end(), key, closed_tree(member));
  } else if (value.is_array()) {
    tree.items = std::make_unique<indexed_list<open_tree>>();
    for (const auto& item : value.as_array()) tree.items->insert(tree.items->size(), closed_tree(item));
  } else {
    tree.whole = value;
  }
}

json value_of(const open_tree& tree) {
  if (tree.members) {
    json::object_type members;
    members.reserve(tree.members->size());
    for (const auto& [key, member] : *tree.members) members.emplace_back(key, value_of(member));
    return json::object(std::move(members));
  }
  if (!tree.items) return tree.whole;
  json::array_type items;
  items.reserve(tree.items->size());
  tree.items->each([&](const open_tree& item) { items.push_back(value_of(item)); });
  return json::array(std::move(items));
}

// Only opened parts are measured. A closed part has not changed, so its height is exact.
std::size_t measure_height(open_tree& tree) {
  if (tree.members) {
    tree.height = 1;
    for (auto& [key, member] : *tree.members) tree.height = std::max(tree.height, measure_height(member) + 1);
  } else if (tree.items) {
    tree.height = 1;
    for (std::size_t i = 0; i < tree.items->size(); ++i)
      tree.height = std::max(tree.height, measure_height((*tree.items)[i]) + 1);
  }
  return tree.height;
}

open_tree* child_of(open_tree& parent, std::string_view token) {
  open(parent);
  if (parent.members) {
    const auto at = parent.members->find(token);
    return at == parent.members->end() ? nullptr : &at->second;
  }
  if (!parent.items) return nullptr;
  const auto index = array_index(token);
  return index && *index < parent.items->size() ? &(*parent.items)[*index] : nullptr;
}

} // namespace text
