#pragma once

#include <span>
#include <string_view>

namespace core::schema {

/// The kind of content that a keyword has: schemas, or data, in which `$ref` and all other keywords are plain
/// names.
enum class keyword_content { data, schema, schemas_by_name };

/// The purpose of a keyword of a schema.
enum class keyword_meaning {
  rule,      ///< decides which values are valid, or fills them; the compiler reads it
  reference, ///< `$ref`; is replaced before the compiler reads the schema
  remark,    ///< for people and tools; also `definitions`, the targets of references
  foreign,   ///< belongs to other drafts and accepts every value
  refused,   ///< belongs to other drafts and restricts values: to ignore it would accept values that the author forbids
  cel_rules, ///< rules in CEL of flant/addon-operator and of Kubernetes
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

/// The entry of a keyword; names that begin with `x-` and have no entry share a common entry; null for an
/// unknown keyword.
[[nodiscard]] const keyword* find_keyword(std::string_view name);

[[nodiscard]] keyword_content content_of(std::string_view keyword);

/// True if the keyword has no effect without a value (null): all known keywords except `const`, `$ref` and
/// `x-…`.
[[nodiscard]] bool is_nothing_without_value(std::string_view keyword);

/// The keyword that an unknown keyword probably means: at most two characters differ, are missing, added or
/// swapped with their neighbour; for short keywords a single character. Empty if no keyword is near.
[[nodiscard]] std::string_view similar_keyword(std::string_view keyword);

} // namespace core::schema
