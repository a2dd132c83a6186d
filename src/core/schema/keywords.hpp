#pragma once

#include <span>
#include <string_view>

namespace core::schema {

/// What stands under a keyword of a schema. Where it is data, `$ref` and all else are names like any other.
enum class keyword_content { data, schema, schemas_by_name };

/// What a keyword of a schema is for.
enum class keyword_meaning {
  rule,      ///< decides which values are valid, or fills them; the compiler reads it
  reference, ///< `$ref`; is replaced before the compiler reads the schema
  remark,    ///< for people and tools, and parts for references
  foreign,   ///< belongs to other drafts and decides nothing
  refused,   ///< belongs to other drafts and decides: to ignore it would accept what the author forbids
  cel_rules, ///< rules in CEL, refused for the same reason
  extension, ///< `x-…` without a meaning of its own here
};

/// A keyword of JSON Schema, or of OpenAPI 2 or 3.
struct keyword {
  std::string_view name;
  keyword_meaning meaning = keyword_meaning::rule;
  keyword_content content = keyword_content::data;
};

/// All keywords that have a name of their own, sorted by it.
[[nodiscard]] std::span<const keyword> schema_keywords();

/// The entry of a keyword, for all other names that begin with `x-` a common one; null if nobody knows the keyword.
[[nodiscard]] const keyword* find_keyword(std::string_view name);

[[nodiscard]] keyword_content content_of(std::string_view keyword);

/// True if the keyword has no effect without a value (null): the known ones but `const`, `$ref` and `x-…`.
[[nodiscard]] bool is_nothing_without_value(std::string_view keyword);

/// The keyword that may be meant by one that is not known: at most two characters are other, missing, added or
/// swapped with their neighbour, of short ones one. Empty if there is none.
[[nodiscard]] std::string_view similar_keyword(std::string_view keyword);

} // namespace core::schema
