#pragma once

#include "base/error.hpp"
#include "base/time_zone.hpp"
#include "core/schema/notes.hpp"
#include "core/schema/violation.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace core::schema {

struct node;

/// The maximal number of steps of a check. A step applies a rule of the schema to a part of the value.
inline constexpr std::size_t check_steps_max = 10'000'000;

/// A compiled OpenAPI schema (Swagger 2 / JSON Schema draft 4 subset: type, nullable, enum, properties,
/// patternProperties, additionalProperties, required, dependencies, min/maxProperties, items, min/maxItems,
/// uniqueItems, minimum, maximum, multipleOf, min/maxLength, pattern, format, allOf, anyOf, oneOf, not,
/// default, x-deckhouse-validations, x-kubernetes-validations). Immutable, may be shared between threads,
/// copies are cheap.
class schema {
public:
  /// Compiles a document without `$ref`s (see references.hpp). A keyword of another draft that restricts
  /// values, a wrong rule in CEL and a `$ref` are errors; an unknown keyword has no effect. The error lists
  /// all mistakes, each with its place; a long list is cut, and the number of further mistakes added.
  /// @param mistakes known before; they stand first in the error.
  /// @param zones the time zones that rules in CEL may name
  [[nodiscard]] static base::result<schema> compile(const text::json& document, notes mistakes = {},
                                                    const base::time_zone_source& zones = base::only_utc);

  /// The settings of a check of a value.
  struct check {
    /// A value that this schema has accepted before: parts that both values share are not checked again.
    const text::json* accepted = nullptr;
    /// If `accepted` is null: the `oldSelf` of rules in CEL, where all parts are checked nevertheless.
    const text::json* old = nullptr;
    violation_limits limits{};
    /// If given: a violation that further members would end counts only if this set contains its mark (see
    /// `missing_marks`).
    const std::unordered_set<std::size_t>* missing = nullptr;
    /// If given: gets each rule in CEL that holds only because it reads an absent field, with its place.
    std::set<std::string>* skipped_rules = nullptr;
    std::size_t steps_max = check_steps_max;
  };

  /// The violations, in the order of the document; empty if the value is valid. Values that the schema marks
  /// with `format: password`, `writeOnly: true` or `x-secret: true` are not shown.
  /// @param name of the value in paths.
  [[nodiscard]] violations validate(const text::json& value, std::string_view name, const check& how) const;
  [[nodiscard]] violations validate(const text::json& value, std::string_view name,
                                    const text::json* accepted = nullptr) const {
    return validate(value, name, check{.accepted = accepted});
  }

  /// Marks of all violations that would end if the value had more members. A mark stands for the place and
  /// the rule.
  [[nodiscard]] std::unordered_set<std::size_t> missing_marks(const text::json& value) const;

  /// Adds the defaults of absent properties, and descends into present properties. The default of the root is
  /// not used.
  [[nodiscard]] text::json with_defaults(const text::json& value) const;
  /// The weight (see tree_weight.hpp) of the defaults that `with_defaults` would add, without making them;
  /// counting stops above `enough`. A list of a few bytes for each item may get a default in each item.
  [[nodiscard]] std::size_t weight_of_defaults(const text::json& value, std::size_t enough) const;

  /// The first violations in the defaults that `with_defaults` would add. A name that a default lacks is no
  /// violation: another layer may add it.
  /// @param name of the value in paths; items have `[]` for their index.
  [[nodiscard]] violations refused_defaults(std::string_view name) const;

  /// The names that a map must have and that the same schema forbids, so that no map can be valid.
  /// @param name of the value; an item has `[]` in place of its index, a member with any name `*`.
  [[nodiscard]] std::vector<std::string> impossible_names(std::string_view name) const;

  /// The value for people: parts that the schema marks with `format: password`, `writeOnly: true` or
  /// `x-secret: true` are `hidden_value`, unless they are null.
  [[nodiscard]] text::json without_secrets(const text::json& value) const;

private:
  static void find_refused_defaults(const node& node, const std::string& name, violations& found);

  void hide_secrets(const text::json& value, violations& violations) const;

  explicit schema(std::shared_ptr<const node> root) : root_(std::move(root)) {}

  std::shared_ptr<const node> root_;
};

} // namespace core::schema
