#include "core/schema/keyword_reader.hpp"
#include "core/schema/node.hpp"
#include "core/schema/refused_keywords.hpp"
#include "core/schema/schema.hpp"

#include "base/excerpt.hpp"
#include "text/json/json_order.hpp"
#include "text/plain/number_text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace core::schema {
namespace {

using type = node::value_type;

constexpr std::pair<std::string_view, type> type_names[] = {
  {"object", type::object}, {"array", type::array},     {"string", type::string}, {"integer", type::integer},
  {"number", type::number}, {"boolean", type::boolean}, {"null", type::null},
};

/// Makes nodes of schema objects. It goes on after a mistake, so that all mistakes are reported at once.
class compiler : public keyword_reader {
public:
  compiler(notes known, const base::time_zone_source& zones) : keyword_reader(std::move(known)), zones_(zones) {}

  node_ptr read(const text::json& document, const std::string& place) {
    auto node = std::make_shared<core::schema::node>();
    const bool is_property = std::exchange(next_is_property_, false);
    if (!document.is_object()) {
      refuse(place, "a schema must be a map");
      return node;
    }
    const bool secret = is_secret(document, place);
    inside_secret_ += secret ? 1 : 0;
    const auto secrets_before = std::exchange(secrets_, secrets_ + inside_secret_);
    // The parts of a secret value are secret, too.
    node->secret = inside_secret_ > 0;
    for (const auto& reason : refused_keywords(document)) refuse(place, reason);
    read_type(*node, document, place);
    read_properties(*node, document, place, is_property ? nesting::in_property : nesting::elsewhere);
    read_object(*node, document, place);
    read_array(*node, document, place);
    read_number(*node, document, place);
    read_string(*node, document, place);
    read_combinations(*node, document, place);
    // Elsewhere flant/addon-operator does not look for rules either.
    if (const auto* rules = document.find("x-deckhouse-validations"); rules && is_property)
      node->cel_rules = read_cel_rules(*rules, place, mistakes(), zones_);
    for (auto& rule : node->cel_rules) rule.is_about_secrets = secrets_ > secrets_before;
    inside_secret_ -= secret ? 1 : 0;
    if (const auto* rules = document.find("x-kubernetes-validations"))
      node->kubernetes_rules = read_kubernetes_rules(*rules, place,
                                                     {.schema = *node,
                                                      .knows_old_values = without_old_values_ == 0,
                                                      .is_about_secrets = secrets_ > secrets_before,
                                                      .zones = zones_},
                                                     mistakes());
    return node;
  }

private:
  /// Whether a schema is the root, or reached from the root by `properties` alone.
  enum class nesting { in_property, elsewhere };

  bool is_secret(const text::json& document, const std::string& place) {
    // All three are read, so that a wrong value of any of them is reported.
    const bool is_write_only = read_bool(document, place, "writeOnly");
    const bool is_marked = read_bool(document, place, "x-secret");
    return document.string_at("format") == "password" || is_write_only || is_marked;
  }

  std::vector<std::pair<std::string, node_ptr>> read_map(const text::json& document, const std::string& place,
                                                         const char* keyword, nesting around = nesting::elsewhere) {
    std::vector<std::pair<std::string, node_ptr>> nodes;
    const auto* map = document.find(keyword);
    if (map && !map->is_object())
      refuse(place, std::string("'") + keyword + "' must be a map");
    else if (map)
      for (const auto& [key, value] : map->as_object()) {
        next_is_property_ = around == nesting::in_property;
        nodes.emplace_back(key, read(value, place + "." + keyword + "." + key));
      }
    return nodes;
  }

  std::vector<node_ptr> read_list(const text::json& document, const std::string& place, const char* keyword) {
    std::vector<node_ptr> nodes;
    const auto* list = document.find(keyword);
    if (list && !list->is_array())
      refuse(place, std::string("'") + keyword + "' must be a list");
    else if (list)
      for (const auto& item : list->as_array())
        nodes.push_back(read(item, place + "." + keyword + "[" + std::to_string(nodes.size()) + "]"));
    return nodes;
  }

  /// `additionalProperties`, `additionalItems`: a truth value or a schema.
  node_ptr read_additional(const text::json& document, const std::string& place, const char* keyword, bool& allowed) {
    const auto* found = document.find(keyword);
    if (!found) return nullptr;
    if (found->is_object()) return read(*found, place + "." + keyword);
    allowed = read_bool(document, place, keyword);
    return nullptr;
  }

  std::optional<pattern> read_pattern(const std::string& expression, const std::string& place) {
    auto compiled = pattern::compile(expression);
    if (compiled) return *compiled;
    refuse(place, compiled.error().message);
    return std::nullopt;
  }

  void read_type(node& node, const text::json& document, const std::string& place) {
    node.nullable = read_bool(document, place, "nullable") || read_bool(document, place, "x-nullable");
    if (const auto* value = document.find("default")) node.default_value = *value;
    read_enum(node, document, place);
    const auto* found = document.find("type");
    if (!found) return;
    for (const auto& name : found->is_array() ? found->as_array() : text::json::array_type{*found}) {
      if (!name.is_string()) {
        refuse(place, "'type' must be a name or a list of names, got " + base::excerpt(name.dump()));
        continue;
      }
      const auto known = find_type(name.as_string());
      // The predecessor accepts an unknown type, and then refuses every value; a warning names the type.
      node.types.push_back(known.value_or(type::unknown));
      if (!known) node.unknown_types.push_back(name.as_string());
    }
  }

  /// An empty list has no effect, as with flant/addon-operator.
  void read_enum(node& node, const text::json& document, const std::string& place) {
    const auto* list = document.find("enum");
    if (list && !list->is_array())
      refuse(place, "'enum' must be a list");
    else if (list && !list->as_array().empty())
      allow(node, list->as_array());
  }

  /// The values are sorted, because each item of a long list may be compared with very many allowed values.
  static void allow(node& node, const text::json::array_type& values) {
    node.allowed = values;
    node.allowed_in_order.resize(values.size());
    std::iota(node.allowed_in_order.begin(), node.allowed_in_order.end(), std::size_t{0});
    std::sort(node.allowed_in_order.begin(), node.allowed_in_order.end(),
              [&](std::size_t a, std::size_t b) { return text::compare(values[a], values[b]) < 0; });
  }

  void read_properties(node& node, const text::json& document, const std::string& place, nesting around) {
    node.properties = read_map(document, place, "properties", around);
    for (std::size_t i = 0; i < node.properties.size(); ++i)
      // Noted once here, because `fill` visits them for each object of a list.
      if (node.properties[i].second->default_value) node.with_default.push_back(i);
  }

  void read_object(node& node, const text::json& document, const std::string& place) {
    for (auto& [expression, schema] : read_map(document, place, "patternProperties"))
      if (auto compiled = read_pattern(expression, place))
        node.pattern_properties.emplace_back(std::move(*compiled), std::move(schema));
    node.additional = read_additional(document, place, "additionalProperties", node.additional_allowed);
    node.members = {read_count(document, place, "minProperties"), read_count(document, place, "maxProperties")};
    if (const auto* required = document.find("required")) node.required = read_names(*required, place, "required");
    read_dependencies(node, document, place);
  }

  void read_dependencies(node& node, const text::json& document, const std::string& place) {
    const auto* map = document.find("dependencies");
    if (!map) return;
    if (!map->is_object()) return refuse(place, "'dependencies' must be a map");
    for (const auto& [key, value] : map->as_object()) {
      if (value.is_array())
        node.dependent_names.emplace_back(key, read_names(value, place, "dependencies"));
      else
        node.dependent_schemas.emplace_back(key, read(value, place + ".dependencies." + key));
    }
  }

  void read_array(node& node, const text::json& document, const std::string& place) {
    const auto* items = document.find("items");
    if (items && items->is_array()) node.tuple = read_list(document, place, "items");
    // A value that is neither a schema nor a list has no effect, as with flant/addon-operator; there is a
    // warning.
    if (items && items->is_object()) {
      read_list_keys(node, document, place);
      without_old_values_ += node.list_keys.empty() ? 1 : 0;
      node.items = read(*items, place + ".items");
      without_old_values_ -= node.list_keys.empty() ? 1 : 0;
    }
    node.additional_items = read_additional(document, place, "additionalItems", node.additional_items_allowed);
    node.item_count = {read_count(document, place, "minItems"), read_count(document, place, "maxItems")};
    node.unique = read_bool(document, place, "uniqueItems");
  }

  /// The keys by which an item of a list is found again, whatever its place is.
  void read_list_keys(node& node, const text::json& document, const std::string& place) {
    const auto* keys = document.find("x-kubernetes-list-map-keys");
    if (keys && document.string_at("x-kubernetes-list-type") == "map")
      node.list_keys = read_names(*keys, place, "x-kubernetes-list-map-keys");
  }

  void read_bound(const text::json& document, const std::string& place, const char* keyword, const char* exclusive,
                  std::optional<std::string>& bound, bool& excluded) {
    bound = read_number_text(document, place, keyword);
    // In draft 4 this keyword is true or false, in later drafts it is the bound itself.
    const auto* found = document.find(exclusive);
    if (!found || !found->is_number()) {
      excluded = read_bool(document, place, exclusive);
    } else if (bound) {
      refuse(place, std::string("give '") + keyword + "' or a number as '" + exclusive + "', not both");
    } else {
      bound = found->number_text();
      excluded = true;
    }
  }

  void read_number(node& node, const text::json& document, const std::string& place) {
    read_bound(document, place, "minimum", "exclusiveMinimum", node.minimum, node.minimum_excluded);
    read_bound(document, place, "maximum", "exclusiveMaximum", node.maximum, node.maximum_excluded);
    node.multiple_of = read_number_text(document, place, "multipleOf");
    if (node.multiple_of && text::compare_numbers(*node.multiple_of, "0") <= 0)
      refuse(place, "'multipleOf' must be greater than 0");
  }

  void read_string(node& node, const text::json& document, const std::string& place) {
    node.length = {read_count(document, place, "minLength"), read_count(document, place, "maxLength")};
    if (const auto expression = read_text(document, place, "pattern"))
      node.text_pattern = read_pattern(*expression, place);
    node.format = find_format(document.string_at("format").value_or(""));
  }

  void read_combinations(node& node, const text::json& document, const std::string& place) {
    node.all_of = read_list(document, place, "allOf");
    ++without_old_values_;
    node.any_of = read_list(document, place, "anyOf");
    node.one_of = read_list(document, place, "oneOf");
    if (const auto* found = document.find("not")) node.none_of = read(*found, place + ".not");
    --without_old_values_;
  }

  const base::time_zone_source& zones_;
  bool next_is_property_ = true; ///< the next schema is the root, or reached from it by `properties` alone
  int inside_secret_ = 0;        ///< enclosing schemas that mark their value as secret
  int without_old_values_ = 0;   ///< enclosing schemas whose old values are not known
  int secrets_ = 0;              ///< rises with each part of a secret value
};

} // namespace

std::optional<type> find_type(std::string_view name) noexcept {
  const auto* known =
    std::find_if(std::begin(type_names), std::end(type_names), [&](const auto& x) { return x.first == name; });
  return known == std::end(type_names) ? std::nullopt : std::optional(known->second);
}

const node* node::property(std::string_view key) const noexcept {
  const auto at = std::lower_bound(properties.begin(), properties.end(), key,
                                   [](const auto& x, std::string_view k) { return x.first < k; });
  return at != properties.end() && at->first == key ? at->second.get() : nullptr;
}

base::result<schema> schema::compile(const text::json& document, notes mistakes, const base::time_zone_source& zones) {
  compiler reader(std::move(mistakes), zones);
  auto root = reader.read(document, "schema");
  if (auto failure = reader.mistakes().as_error()) return tl::unexpected(std::move(*failure));
  return schema(std::move(root));
}

} // namespace core::schema
