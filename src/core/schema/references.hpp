#pragma once

#include "core/schema/notes.hpp"
#include "core/schema/referenced_files.hpp"
#include "text/json/json.hpp"

namespace core::schema {

/// A schema with all references followed.
struct expanded_schema {
  text::json document; ///< a reference that cannot be followed has become `{}`
  notes mistakes;      ///< wrong references
};

/// The targets of references.
struct reference_targets {
  text::json document;          ///< `#/…`
  bool is_complete = true;      ///< false: a file cannot be used, so a target that is missing here may be in that file
  const files* files = nullptr; ///< `FILE#/…`; null: no other files
};

/// Replaces each `$ref` by its target, which is in the same document (`#/definitions/port`) or in another
/// file (`parts.yaml#/definitions/port`, `parts.yaml`). References in that file belong to that file. A
/// reference to a missing place, to a file that cannot be used or into itself is a mistake. So is a document
/// that references make bigger than 10000 schemas: no reference is followed then. All mistakes are noted,
/// each reference once, in time that is linear in the documents.
[[nodiscard]] expanded_schema expand_references(const text::json& document);

/// The same for a document with references into another document, or into files.
[[nodiscard]] expanded_schema expand_references(const text::json& document, const reference_targets& targets);

} // namespace core::schema
