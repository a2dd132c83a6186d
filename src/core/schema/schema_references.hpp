#pragma once

#include "core/schema/schema_notes.hpp"
#include "core/text/json.hpp"

namespace core {

/// A schema whose references were followed.
struct expanded_schema {
  json document;         ///< a reference that can not be followed has become `{}`
  schema_notes mistakes; ///< those
};

/// Where references lead.
struct reference_targets {
  json document;
  bool is_complete = true; ///< false: what is not there may be in a file that can not be used, so it is no mistake
};

/// Puts what a `$ref` names in its place. References lead into the same document (`#/definitions/port`); others, to
/// nothing, or into themselves are mistakes. So is a document that grows beyond all measure by its references; none of
/// them is followed then. All mistakes are told, each reference once, in time that is linear in the document.
[[nodiscard]] expanded_schema expand_references(const json& document);

/// The same for a document whose references lead into another one.
[[nodiscard]] expanded_schema expand_references(const json& document, const reference_targets& targets);

} // namespace core
