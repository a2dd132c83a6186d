#include "core/schema/extension.hpp"

#include "base/contains.hpp"
#include "base/excerpt.hpp"
#include "core/schema/walk.hpp"

#include <algorithm>
#include <string>

namespace core::schema {
namespace {

/// The schema with `change` applied to each of its properties.
template <class Change>
text::json change_properties(const text::json& schema, const Change& change) {
  const auto* properties = schema.find("properties");
  if (!properties || !properties->is_object()) return schema;
  auto members = properties->as_object();
  for (auto& [key, property] : members) property = change(property);
  return schema.with("properties", text::json::object(std::move(members)));
}

bool are_names(const text::json& list) {
  const auto is_name = [](const text::json& x) { return x.is_string(); };
  return list.is_array() ? std::all_of(list.as_array().begin(), list.as_array().end(), is_name) : is_name(list);
}

void note_wrong_helm_names(const text::json& schema, const std::string& place, notes& to) {
  if (const auto* names = schema.find("x-required-for-helm"); names && !are_names(*names))
    to.note(place, "'x-required-for-helm' must be a name or a list of names, got " + found_for_names(*names));
  const auto* properties = schema.find("properties");
  if (!properties || !properties->is_object()) return;
  for (const auto& [key, property] : properties->as_object())
    note_wrong_helm_names(property, place + ".properties." + key, to);
}

text::json forbid_in_items(const text::json& schema) {
  const auto* items = schema.find("items");
  if (!items) return schema;
  if (!items->is_array()) return schema.with("items", forbid_additional_properties(*items));
  auto list = items->as_array();
  for (auto& item : list) item = forbid_additional_properties(item);
  return schema.with("items", text::json::array(std::move(list)));
}

text::json::array_type names_in(const text::json* list) {
  if (!list) return {};
  return list->is_array() ? list->as_array() : text::json::array_type{*list};
}

text::json union_of_names(const text::json* first, const text::json* second) {
  auto names = names_in(first);
  for (const auto& name : names_in(second))
    if (!base::contains(names, name)) names.push_back(name);
  return text::json::array(std::move(names));
}

/// The members of `upper`, and the members of `lower` whose keys `upper` lacks.
text::json own_members_win(const text::json& upper, const text::json& lower) {
  auto members = lower.as_object();
  const auto& own = upper.as_object();
  // Of two members with the same key the later member counts.
  members.insert(members.end(), own.begin(), own.end());
  return text::json::object(std::move(members));
}

} // namespace

text::json without_empty_keywords(const text::json& schema) {
  return change_schemas(schema, [](const text::json& x) {
    if (x.is_null()) return text::json::object();
    if (!x.is_object()) return x;
    auto members = x.as_object();
    std::erase_if(members, [](const auto& m) { return m.second.is_null() && is_nothing_without_value(m.first); });
    return text::json::object(std::move(members));
  });
}

text::json forbid_additional_properties(const text::json& schema) {
  if (!schema.is_object()) return schema;
  auto strict = schema.find("additionalProperties") ? schema : schema.with("additionalProperties", text::json(false));
  strict = change_properties(strict, [](const text::json& property) {
    // As in the predecessor, a property with its own `additionalProperties` stays as it is, with all its
    // parts.
    return property.find("additionalProperties") ? property : forbid_additional_properties(property);
  });
  return forbid_in_items(strict);
}

bool extends_schema(const text::json& values) {
  const auto* extend = values.find("x-extend");
  const auto* wanted = extend ? extend->find("schema") : nullptr;
  return wanted && !wanted->is_null();
}

text::json extend_schema(const text::json& values, const text::json& config) {
  if (!extends_schema(values) || !config.is_object()) return values;
  text::json extended = values;
  for (const auto& [key, value] : config.as_object()) {
    const auto* own = values.find(key);
    // Only these keywords are taken over (VALUES.md of flant/addon-operator, "Extending").
    const bool is_map = key == "definitions" || key == "properties" || key == "patternProperties";
    if (key == "required")
      extended = extended.with(key, union_of_names(&value, own));
    else if (is_map && own && own->is_object() && value.is_object())
      extended = extended.with(key, own_members_win(*own, value));
    else if (!own && (is_map || key == "title" || key == "description" || key.starts_with("x-")))
      extended = extended.with(key, value);
  }
  return extended;
}

std::string found_for_names(const text::json& found) {
  auto text = base::excerpt(found.dump());
  const auto is_bool = [](const text::json& x) { return x.is_bool(); };
  if (found.is_array() && std::any_of(found.as_array().begin(), found.as_array().end(), is_bool))
    text += " (YAML reads the bare y, n, on, off, yes and no as true or false: put the name in quotes)";
  return text;
}

void note_wrong_helm_names(const text::json& schema, notes& to) {
  note_wrong_helm_names(schema, "schema", to);
}

text::json only_required_for_helm(const text::json& schema) {
  if (!schema.is_object()) return {};
  text::json::object_type members;
  const auto* names = schema.find("x-required-for-helm");
  if (names) members.emplace_back("required", union_of_names(nullptr, names));
  text::json::object_type kept;
  if (const auto* properties = schema.find("properties"); properties && properties->is_object())
    for (const auto& [key, property] : properties->as_object()) {
      auto inside = only_required_for_helm(property);
      // A property with a default is never missing.
      const auto* value = property.find("default");
      if (value) inside = inside.with("default", *value);
      if (!inside.is_null()) kept.emplace_back(key, std::move(inside));
    }
  const bool requires_something = names || std::any_of(kept.begin(), kept.end(), [](const auto& x) {
                                    return x.second.find("required") || x.second.find("properties");
                                  });
  // Null means that no check is needed: then values are not walked through before each Helm run.
  if (!requires_something) return {};
  members.emplace_back("properties", text::json::object(std::move(kept)));
  return text::json::object(std::move(members));
}

text::json require_for_helm(const text::json& schema) {
  if (!schema.is_object()) return schema;
  auto strict = change_properties(schema, [](const text::json& property) { return require_for_helm(property); });
  if (const auto* names = schema.find("x-required-for-helm"))
    strict = strict.with("required", union_of_names(schema.find("required"), names));
  return strict;
}

} // namespace core::schema
