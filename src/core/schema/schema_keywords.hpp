#pragma once

#include <string_view>

namespace core {

/// What stands under a keyword of a schema. Where it is data, `$ref` and all else are names like any other.
enum class keyword_content { data, schema, schemas_by_name };

[[nodiscard]] keyword_content content_of(std::string_view keyword);

/// True for the keywords of JSON Schema and of OpenAPI 2 and 3, whether they decide, are remarks or are refused, and for
/// all that begin with `x-`.
[[nodiscard]] bool is_known_keyword(std::string_view keyword);

/// True if the keyword says nothing where it has no value (null): the known ones but `const`, `$ref` and `x-…`.
[[nodiscard]] bool is_nothing_without_value(std::string_view keyword);

/// The keyword that may be meant by one that is not known: at most two characters are other, missing, added or
/// swapped with their neighbour, of short ones one. Empty if there is none.
[[nodiscard]] std::string_view similar_keyword(std::string_view keyword);

} // namespace core
