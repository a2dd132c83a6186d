#pragma once

#include "core/base/error.hpp"
#include "core/text/json.hpp"

namespace core {

/// Puts what a `$ref` names in its place. References lead into the same document (`#/definitions/port`); others, to
/// nothing, or into themselves are errors.
[[nodiscard]] result<json> expand_references(const json& document);

/// Adds `additionalProperties: false` where a schema does not say: at the root, and in properties and items, except
/// below a property that has its own `additionalProperties` (VALUES, "Validation").
[[nodiscard]] json forbid_additional_properties(const json& schema);

/// If `values` says `x-extend`, adds what `config` has: definitions, properties, patternProperties, title, description
/// and `x-*`, where its own entry wins, and the union of `required` (VALUES, "Extending").
[[nodiscard]] json extend_schema(const json& values, const json& config);

/// Adds the names in `x-required-for-helm` to `required`, at the root and in properties (VALUES, "Required fields").
[[nodiscard]] json require_for_helm(const json& schema);

} // namespace core
