#pragma once

#include "core/schema/section_schemas.hpp"
#include "core/text/json.hpp"
#include "core/text/json_patch.hpp"

namespace core {

/// Whether a view of values shows the parts that schemas mark as secret.
enum class secrets { hidden, shown };

/// The values of a section for people.
/// Why so: docs/decisions/secrets-are-hidden-where-somebody-looks.md
[[nodiscard]] json view_of_values(const section_schemas& schemas, const json& values, secrets which);

/// Operations on the document `{"<key>": values}` for people: a list of objects as RFC 6902 writes them.
[[nodiscard]] json view_of_patch(const section_schemas& schemas, const json_patch& patch, secrets which);

} // namespace core
