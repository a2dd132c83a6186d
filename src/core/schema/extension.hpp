#pragma once

#include "core/schema/notes.hpp"
#include "text/json/json.hpp"

#include <string>

namespace core::schema {

/// Leaves out keywords without a value (`required:` alone), as flant/addon-operator does; a schema without a
/// value is `{}`.
[[nodiscard]] text::json without_empty_keywords(const text::json& schema);

/// Adds `additionalProperties: false` at the root, and in properties and items, where a schema has no
/// `additionalProperties`; except below a property that has its own (VALUES.md of flant/addon-operator,
/// "Validation").
[[nodiscard]] text::json forbid_additional_properties(const text::json& schema);

/// True if the schema has `x-extend: {schema: …}`, whatever name it gives.
[[nodiscard]] bool extends_schema(const text::json& values);

/// If `values` says `x-extend`, adds the content of `config`: definitions, properties, patternProperties,
/// title, description and `x-*`, where its own entry wins, and the union of `required` (VALUES.md of
/// flant/addon-operator, "Extending").
[[nodiscard]] text::json extend_schema(const text::json& values, const text::json& config);

/// Describes a value that should have been a list of names, for a message; adds the reason if YAML has read
/// names as truth values.
[[nodiscard]] std::string found_for_names(const text::json& found);

/// Notes each `x-required-for-helm` that is neither a name nor a list of names, at the root and in
/// properties.
void note_wrong_helm_names(const text::json& schema, notes& to);

/// A schema that only requires the names in `x-required-for-helm`, at the root and in properties; null if
/// there are no such names.
[[nodiscard]] text::json only_required_for_helm(const text::json& schema);

/// Adds the names in `x-required-for-helm` to `required`, at the root and in properties (VALUES.md of
/// flant/addon-operator, "Required fields").
[[nodiscard]] text::json require_for_helm(const text::json& schema);

} // namespace core::schema
