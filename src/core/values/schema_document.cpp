#include "core/values/schema_document.hpp"

#include "core/text/json_pointer.hpp"
#include "core/text/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace core {
namespace {

/// What stands under a keyword of a schema. All others hold data, where `$ref` is a name like any other.
enum class holds { data, schema, schemas_by_name };

holds content_of(std::string_view keyword) {
  constexpr std::array maps{"properties", "patternProperties", "definitions", "dependencies"};
  constexpr std::array schemas{"items", "additionalProperties", "additionalItems", "allOf", "anyOf", "oneOf", "not"};
  if (std::find(maps.begin(), maps.end(), keyword) != maps.end()) return holds::schemas_by_name;
  return std::find(schemas.begin(), schemas.end(), keyword) != schemas.end() ? holds::schema : holds::data;
}

/// Expands references depth first, keeping the way to the current one to notice circles.
class reference_expander {
public:
  explicit reference_expander(const json& document) : document_(document) {}

  /// A schema, or a list of schemas.
  /// @param place where it is, for mistakes
  json expand(const json& value, const std::string& place) {
    if (value.is_array()) return expand_list(value.as_array(), place);
    if (!value.is_object()) return value;
    if (const auto reference = value.string_at("$ref")) return follow(*reference, place);
    auto members = value.as_object();
    for (auto& [keyword, content] : members) {
      const auto what = content_of(keyword);
      if (what == holds::schemas_by_name)
        content = expand_map(content, place + "." + keyword);
      else if (what == holds::schema)
        content = expand(content, place + "." + keyword);
    }
    return json::object(std::move(members));
  }

  schema_mistakes mistakes;

private:
  // References to references can multiply; no schema that people write comes near.
  static constexpr std::size_t references_max = 10'000;

  json expand_list(json::array_type items, const std::string& place) {
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = expand(items[i], place + "[" + std::to_string(i) + "]");
    return json::array(std::move(items));
  }

  json expand_map(const json& map, const std::string& place) {
    if (!map.is_object()) return map;
    auto members = map.as_object();
    for (auto& [name, schema] : members) schema = expand(schema, place + "." + name);
    return json::object(std::move(members));
  }

  json follow(const std::string& reference, const std::string& place) {
    const auto refuse = [&](const std::string& reason) {
      mistakes.note(place, "$ref '" + reference + "': " + reason);
      return json::object();
    };
    if (gave_up_) return json::object();
    if (!reference.starts_with('#'))
      return refuse("only references into the same file (#/definitions/…) are supported");
    const auto target_place = parse_json_pointer(std::string_view(reference).substr(1));
    const auto* target = target_place ? find_at(document_, *target_place) : nullptr;
    if (!target) return refuse("there is nothing in the file" + hint_of_boolean_key(target_place));
    const bool is_circle = std::find(way_.begin(), way_.end(), reference) != way_.end();
    // Both would be told, and expanded, over and over again.
    gave_up_ = is_circle || ++count_ > references_max;
    if (gave_up_) return refuse(is_circle ? "leads into itself, which is not supported" : "too many references");
    way_.push_back(reference);
    auto expanded = expand(*target, place);
    way_.pop_back();
    return expanded;
  }

  /// For a place that would be there if YAML had not made a truth value of a name on the way.
  std::string hint_of_boolean_key(const result<json_pointer>& place) const {
    if (!place) return {};
    const auto* at = &document_;
    for (const auto& token : place->tokens) {
      if (const auto* next = find_at(*at, {{token}})) {
        at = next;
        continue;
      }
      const auto read_as = boolean_key(token);
      if (!read_as || !at->find(*read_as)) return {};
      return "; there is '" + *read_as + "', which is how YAML reads the bare key " + token + ": put it in quotes";
    }
    return {};
  }

  const json& document_;
  std::vector<std::string> way_;
  std::size_t count_ = 0;
  bool gave_up_ = false;
};

/// The schema with `change` applied to each of its properties.
template <class Change>
json change_properties(const json& schema, const Change& change) {
  const auto* properties = schema.find("properties");
  if (!properties || !properties->is_object()) return schema;
  auto members = properties->as_object();
  for (auto& [key, property] : members) property = change(property);
  return schema.with("properties", json::object(std::move(members)));
}

json forbid_in_items(const json& schema) {
  const auto* items = schema.find("items");
  if (!items) return schema;
  if (!items->is_array()) return schema.with("items", forbid_additional_properties(*items));
  auto list = items->as_array();
  for (auto& item : list) item = forbid_additional_properties(item);
  return schema.with("items", json::array(std::move(list)));
}

json::array_type names_in(const json* list) {
  if (!list) return {};
  return list->is_array() ? list->as_array() : json::array_type{*list};
}

json union_of_names(const json* first, const json* second) {
  auto names = names_in(first);
  for (const auto& name : names_in(second))
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return json::array(std::move(names));
}

/// Members of `lower` that `upper` does not have, and those of `upper`.
json own_members_win(const json& upper, const json& lower) {
  auto members = lower.as_object();
  const auto& own = upper.as_object();
  members.insert(members.end(), own.begin(), own.end());
  return json::object(std::move(members));
}

} // namespace

expanded_schema expand_references(const json& document) {
  reference_expander expander(document);
  auto expanded = expander.expand(document, "schema");
  return {std::move(expanded), std::move(expander.mistakes)};
}

json forbid_additional_properties(const json& schema) {
  if (!schema.is_object()) return schema;
  auto strict = schema.find("additionalProperties") ? schema : schema.with("additionalProperties", json(false));
  strict = change_properties(strict, [](const json& property) {
    return property.find("additionalProperties") ? property : forbid_additional_properties(property);
  });
  return forbid_in_items(strict);
}

json extend_schema(const json& values, const json& config) {
  const auto* extend = values.find("x-extend");
  const auto* wanted = extend ? extend->find("schema") : nullptr;
  if (!wanted || wanted->is_null() || !config.is_object()) return values;
  json extended = values;
  for (const auto& [key, value] : config.as_object()) {
    const auto* own = values.find(key);
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

json require_for_helm(const json& schema) {
  if (!schema.is_object()) return schema;
  auto strict = change_properties(schema, [](const json& property) { return require_for_helm(property); });
  if (const auto* names = schema.find("x-required-for-helm"))
    strict = strict.with("required", union_of_names(schema.find("required"), names));
  return strict;
}

} // namespace core
