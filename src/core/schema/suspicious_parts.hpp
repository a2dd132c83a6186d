#pragma once

#include "core/schema/notes.hpp"
#include "text/json/json.hpp"

namespace core::schema {

/// Notes suspicious parts of a schema file that are no errors: unknown keywords, an `enum` without values, a
/// root that no section can match, an `x-extend` without effect. Keywords beside a `$ref` have no meaning, so
/// they are not examined.
/// @param document as it is written, without references followed
void note_suspicious_parts(const text::json& document, notes& to);

} // namespace core::schema
