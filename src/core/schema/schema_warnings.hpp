#pragma once

#include "core/schema/schema_notes.hpp"
#include "core/text/json.hpp"

namespace core {

/// Notes what is suspicious in the text of a schema file and stops nothing: keywords that nobody knows, an `enum` without
/// values, a root that no section can be, an `x-extend` that does nothing. What stands next to a `$ref` means nothing and
/// is not looked at.
/// @param document as it is written, its references not followed.
void note_suspicious_parts(const json& document, schema_notes& to);

} // namespace core
