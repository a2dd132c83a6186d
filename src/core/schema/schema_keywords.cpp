#include "core/schema/schema_keywords.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace core {
namespace {

/// Those that mean something here, to the check or to people.
constexpr std::array keywords{
  "$comment",
  "$id",
  "$ref",
  "$schema",
  "additionalItems",
  "additionalProperties",
  "allOf",
  "anyOf",
  "default",
  "definitions",
  "dependencies",
  "deprecated",
  "description",
  "discriminator",
  "enum",
  "example",
  "examples",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "externalDocs",
  "format",
  "id",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "not",
  "nullable",
  "oneOf",
  "pattern",
  "patternProperties",
  "properties",
  "readOnly",
  "required",
  "title",
  "type",
  "uniqueItems",
  "writeOnly",
  "xml",
};

/// Keywords of later drafts. Those that decide are refused where they count, so nobody should be led to them.
constexpr std::array foreign_keywords{
  "$anchor",
  "$defs",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
  "const",
  "contains",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "if",
  "maxContains",
  "minContains",
  "prefixItems",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// How many characters are other, missing, added or swapped with their neighbour (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::move(last);
    last = std::move(row);
  }
  return last.back();
}

} // namespace

keyword_content content_of(std::string_view keyword) {
  constexpr std::array maps{"properties", "patternProperties", "definitions", "dependencies"};
  constexpr std::array schemas{"items", "additionalProperties", "additionalItems", "allOf", "anyOf", "oneOf", "not"};
  if (contains(maps, keyword)) return keyword_content::schemas_by_name;
  return contains(schemas, keyword) ? keyword_content::schema : keyword_content::data;
}

bool is_known_keyword(std::string_view keyword) {
  return keyword.starts_with("x-") || contains(keywords, keyword) || contains(foreign_keywords, keyword);
}

bool is_nothing_without_value(std::string_view keyword) {
  return is_known_keyword(keyword) && keyword != "const" && keyword != "$ref" && !keyword.starts_with("x-");
}

std::string_view similar_keyword(std::string_view keyword) {
  std::string_view nearest;
  // A short word becomes another one by two changes.
  std::size_t nearest_distance = keyword.size() < 5 ? 2 : 3;
  for (const std::string_view known : keywords) {
    if (std::max(known.size(), keyword.size()) - std::min(known.size(), keyword.size()) >= nearest_distance) continue;
    const auto distance = edit_distance(keyword, known);
    if (distance >= nearest_distance) continue;
    nearest = known;
    nearest_distance = distance;
  }
  return nearest;
}

} // namespace core
