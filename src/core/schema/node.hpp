#pragma once

#include "core/cel/value.hpp"
#include "core/schema/cel_rules.hpp"
#include "core/schema/format.hpp"
#include "core/schema/kubernetes_rules.hpp"
#include "core/schema/pattern.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::schema {

struct node;
using node_ptr = std::shared_ptr<const node>;

/// Limits of a count of members, items or characters.
struct size_limits {
  std::optional<std::uint64_t> min;
  std::optional<std::uint64_t> max;

  [[nodiscard]] bool empty() const noexcept { return !min && !max; }
};

/// A schema with all keywords read; it gives types to values in rules of Kubernetes. Only sources in
/// core/schema include it.
struct node : cel::json_types {
  enum class value_type { object, array, string, integer, number, boolean, null, unknown };

  std::vector<value_type> types;          ///< empty: any
  std::vector<std::string> unknown_types; ///< names of types that no value has, a name for each `unknown`
  bool nullable = false;
  bool secret = false;                           ///< messages must not show the value
  std::optional<text::json::array_type> allowed; ///< enum
  std::vector<std::size_t> allowed_in_order;     ///< the places of these values, in the order of `text::compare`
  std::optional<text::json> default_value;

  std::vector<std::pair<std::string, node_ptr>> properties; ///< sorted by key
  std::vector<std::size_t> with_default;                    ///< the places of properties with a default, rising
  std::vector<std::pair<pattern, node_ptr>> pattern_properties;
  bool additional_allowed = true;
  node_ptr additional; ///< for members without a separate schema
  std::vector<std::string> required;
  size_limits members;
  std::vector<std::pair<std::string, std::vector<std::string>>> dependent_names; ///< required if the value has the key
  std::vector<std::pair<std::string, node_ptr>> dependent_schemas;               ///< apply if the value has the key

  node_ptr items;              ///< of all items
  std::vector<node_ptr> tuple; ///< for the first items, a schema for each
  bool additional_items_allowed = true;
  node_ptr additional_items;
  size_limits item_count;
  bool unique = false;
  std::vector<std::string> list_keys; ///< `x-kubernetes-list-map-keys` of a list of type `map`

  std::optional<std::string> minimum; ///< texts of numbers, which are compared exactly
  std::optional<std::string> maximum;
  bool minimum_excluded = false;
  bool maximum_excluded = false;
  std::optional<std::string> multiple_of; ///< greater than 0

  size_limits length;
  std::optional<pattern> text_pattern;
  const value_format* format = nullptr; ///< null if it is only an annotation

  std::vector<node_ptr> all_of;
  std::vector<node_ptr> any_of;
  std::vector<node_ptr> one_of;
  node_ptr none_of; ///< `not`

  std::vector<cel_rule> cel_rules;
  std::vector<kubernetes_rule> kubernetes_rules;

  [[nodiscard]] const node* property(std::string_view key) const noexcept;

  [[nodiscard]] std::optional<cel::value> typed(const text::json& scalar) const override;
  [[nodiscard]] const cel::json_types* types_of_member(std::string_view key) const override;
  [[nodiscard]] const cel::json_types* types_of_item(std::size_t i) const override;
};

/// The type of that name; nullopt if JSON Schema has no such type.
[[nodiscard]] std::optional<node::value_type> find_type(std::string_view name) noexcept;

} // namespace core::schema
