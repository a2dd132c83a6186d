#pragma once

#include "core/schema/section_schemas.hpp"
#include "text/json/json.hpp"
#include "text/json/json_patch.hpp"

namespace core::values {

/// Whether a view of values shows the parts that schemas mark as secret.
enum class secrets { hidden, shown };

/// The values of a section as users see them.
/// Why so: docs/decisions/secrets-are-hidden-where-somebody-looks.md
[[nodiscard]] text::json view_of_values(const schema::section_schemas& schemas, const text::json& values,
                                        secrets which);

/// Operations on the document `{"<key>": values}` as users see them: a JSON list in the form of RFC 6902.
[[nodiscard]] text::json view_of_patch(const schema::section_schemas& schemas, const text::json_patch& patch,
                                       secrets which);

} // namespace core::values
