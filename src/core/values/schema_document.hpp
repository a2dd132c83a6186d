#pragma once

#include "core/text/json.hpp"
#include "core/values/schema_mistakes.hpp"

namespace core {

/// A schema whose references were followed.
struct expanded_schema {
  json document;            ///< a reference that can not be followed has become `{}`
  schema_mistakes mistakes; ///< those
};

/// Puts what a `$ref` names in its place. References lead into the same document (`#/definitions/port`); others, to
/// nothing, or into themselves are mistakes.
[[nodiscard]] expanded_schema expand_references(const json& document);

/// Adds `additionalProperties: false` where a schema does not say: at the root, and in properties and items, except
/// below a property that has its own `additionalProperties` (VALUES, "Validation").
[[nodiscard]] json forbid_additional_properties(const json& schema);

/// If `values` says `x-extend`, adds what `config` has: definitions, properties, patternProperties, title, description
/// and `x-*`, where its own entry wins, and the union of `required` (VALUES, "Extending").
[[nodiscard]] json extend_schema(const json& values, const json& config);

/// Adds the names in `x-required-for-helm` to `required`, at the root and in properties (VALUES, "Required fields").
[[nodiscard]] json require_for_helm(const json& schema);

} // namespace core
