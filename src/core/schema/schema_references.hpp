#pragma once

#include "core/schema/schema_notes.hpp"
#include "core/text/json.hpp"

namespace core {

/// A schema whose references were followed.
struct expanded_schema {
  json document;         ///< a reference that cannot be followed has become `{}`
  schema_notes mistakes; ///< those
};

/// Where references lead.
struct reference_targets {
  json document;
  bool is_complete = true; ///< false: a file cannot be used, so a target that is not here may be there
};

/// Replaces each `$ref` by its target. References lead into the same document (`#/definitions/port`); a reference to
/// another place, to nothing or into itself is a mistake. So is a document that references make bigger than 100000
/// schemas: none of them is followed then. All mistakes are noted, each reference once, in time that is linear in the
/// document.
[[nodiscard]] expanded_schema expand_references(const json& document);

/// The same for a document whose references lead into another one.
[[nodiscard]] expanded_schema expand_references(const json& document, const reference_targets& targets);

} // namespace core
