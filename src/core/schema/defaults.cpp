#include "core/schema/node.hpp"
#include "core/schema/schema.hpp"
#include "text/json/tree_weight.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace core::schema {
namespace {

/// The value with its missing parts; nullopt if it is complete, so that the same value stays shared.
std::optional<text::json> fill(const node& node, const text::json& value);

/// Makes all changes at once, because each separate change would copy all members.
std::optional<text::json> fill_object(const node& node, const text::json& value) {
  text::json::object_type changes;
  // Visits only the members of the value and the properties with a default: a schema with very many
  // properties may apply to very many small objects.
  for (const auto& [key, found] : value.as_object())
    if (const auto* property = node.property(key))
      if (auto member = fill(*property, found)) changes.emplace_back(key, std::move(*member));
  for (const auto place : node.with_default) {
    const auto& [key, property] = node.properties[place];
    if (value.find(key) == nullptr)
      changes.emplace_back(key, fill(*property, *property->default_value).value_or(*property->default_value));
  }
  if (changes.empty()) return std::nullopt;
  auto members = value.as_object();
  // Of two members with the same key the later member counts, so changed members replace the old ones.
  std::move(changes.begin(), changes.end(), std::back_inserter(members));
  return text::json::object(std::move(members));
}

std::optional<text::json> fill_array(const node& item_node, const text::json::array_type& items) {
  std::optional<text::json::array_type> filled;
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto item = fill(item_node, items[i]);
    if (!item) continue;
    if (!filled) filled = items;
    (*filled)[i] = std::move(*item);
  }
  return filled ? std::optional(text::json::array(std::move(*filled))) : std::nullopt;
}

std::optional<text::json> fill(const node& node, const text::json& value) {
  if (value.is_object()) return fill_object(node, value);
  if (value.is_array() && node.items) return fill_array(*node.items, value.as_array());
  return std::nullopt;
}

/// Adds the weight of the parts that `fill` would add.
void add_weight(const node& node, const text::json& value, std::size_t enough, std::size_t& sum) {
  if (value.is_object()) {
    for (const auto& [key, found] : value.as_object()) {
      if (sum > enough) return;
      if (const auto* property = node.property(key)) add_weight(*property, found, enough, sum);
    }
    for (const auto place : node.with_default) {
      if (sum > enough) return;
      const auto& [key, property] = node.properties[place];
      if (value.find(key) != nullptr) continue;
      const auto& missing = *property->default_value;
      sum += text::weight_of_name + key.size() + text::weight_of(missing, enough);
      add_weight(*property, missing, enough, sum);
    }
  } else if (value.is_array() && node.items) {
    for (const auto& item : value.as_array()) {
      if (sum > enough) return;
      add_weight(*node.items, item, enough, sum);
    }
  }
}

/// True for a violation that was found before: a default inside another default is checked twice.
bool is_known(const violations& found, const violation& x) {
  return std::any_of(found.begin(), found.end(), [&](const auto& known) { return describe(known) == describe(x); });
}

} // namespace

text::json schema::with_defaults(const text::json& value) const {
  return fill(*root_, value).value_or(value);
}

std::size_t schema::weight_of_defaults(const text::json& value, std::size_t enough) const {
  std::size_t sum = 0;
  // Counts the weight without making the defaults: a default in each item of a list may become gigabytes.
  add_weight(*root_, value, enough, sum);
  return sum;
}

void schema::find_refused_defaults(const node& node, const std::string& name, violations& found) {
  // The limit is high, because the list also has the violations by missing names, which are left out below.
  static const check looked_at{.limits = {.count = 1'000, .bytes = std::size_t{1} << 20}};
  for (const auto& [key, property] : node.properties) {
    const auto place = name + "." + text::shown_key(key);
    if (const auto& value = property->default_value)
      // The filled default is checked, because values never have the default without its own defaults.
      for (auto& violation : schema(property).validate(fill(*property, *value).value_or(*value), place, looked_at))
        if (!violation.is_missing && found.has_room() && !is_known(found, violation)) found.keep(std::move(violation));
    find_refused_defaults(*property, place, found);
  }
  if (node.items) find_refused_defaults(*node.items, name + "[]", found);
}

violations schema::refused_defaults(std::string_view name) const {
  // Further violations would not be shown.
  violations found({.count = 100, .bytes = std::size_t{1} << 20});
  find_refused_defaults(*root_, std::string(name), found);
  return found;
}

} // namespace core::schema
