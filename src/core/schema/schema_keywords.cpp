#include "core/schema/schema_keywords.hpp"

#include "base/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace core::schema {
namespace {

using enum keyword_content;
using enum keyword_meaning;

constexpr std::array keywords{
  schema_keyword{"$anchor", foreign},
  schema_keyword{"$comment", remark},
  schema_keyword{"$defs", foreign},
  schema_keyword{"$dynamicAnchor", foreign},
  schema_keyword{"$dynamicRef", refused},
  schema_keyword{"$id", remark},
  schema_keyword{"$recursiveAnchor", foreign},
  schema_keyword{"$recursiveRef", refused},
  schema_keyword{"$ref", reference},
  schema_keyword{"$schema", remark},
  schema_keyword{"$vocabulary", foreign},
  schema_keyword{"additionalItems", rule, schema},
  schema_keyword{"additionalProperties", rule, schema},
  schema_keyword{"allOf", rule, schema},
  schema_keyword{"anyOf", rule, schema},
  schema_keyword{"const", refused},
  schema_keyword{"contains", refused},
  schema_keyword{"contentEncoding", foreign},
  schema_keyword{"contentMediaType", foreign},
  schema_keyword{"contentSchema", foreign},
  schema_keyword{"default", rule},
  schema_keyword{"definitions", remark, schemas_by_name},
  schema_keyword{"dependencies", rule, schemas_by_name},
  schema_keyword{"dependentRequired", refused},
  schema_keyword{"dependentSchemas", refused},
  schema_keyword{"deprecated", remark},
  schema_keyword{"description", remark},
  schema_keyword{"discriminator", remark},
  schema_keyword{"else", refused},
  schema_keyword{"enum", rule},
  schema_keyword{"example", remark},
  schema_keyword{"examples", remark},
  schema_keyword{"exclusiveMaximum", rule},
  schema_keyword{"exclusiveMinimum", rule},
  schema_keyword{"externalDocs", remark},
  schema_keyword{"format", rule},
  schema_keyword{"id", remark},
  schema_keyword{"if", refused},
  schema_keyword{"items", rule, schema},
  schema_keyword{"maxContains", refused},
  schema_keyword{"maxItems", rule},
  schema_keyword{"maxLength", rule},
  schema_keyword{"maxProperties", rule},
  schema_keyword{"maximum", rule},
  schema_keyword{"minContains", refused},
  schema_keyword{"minItems", rule},
  schema_keyword{"minLength", rule},
  schema_keyword{"minProperties", rule},
  schema_keyword{"minimum", rule},
  schema_keyword{"multipleOf", rule},
  schema_keyword{"not", rule, schema},
  schema_keyword{"nullable", rule},
  schema_keyword{"oneOf", rule, schema},
  schema_keyword{"pattern", rule},
  schema_keyword{"patternProperties", rule, schemas_by_name},
  schema_keyword{"prefixItems", refused},
  schema_keyword{"properties", rule, schemas_by_name},
  schema_keyword{"propertyNames", refused},
  schema_keyword{"readOnly", remark},
  schema_keyword{"required", rule},
  schema_keyword{"then", refused},
  schema_keyword{"title", remark},
  schema_keyword{"type", rule},
  schema_keyword{"unevaluatedItems", refused},
  schema_keyword{"unevaluatedProperties", refused},
  schema_keyword{"uniqueItems", rule},
  schema_keyword{"writeOnly", rule},
  schema_keyword{"x-deckhouse-validations", cel_rules},
  schema_keyword{"x-nullable", rule},
  schema_keyword{"x-secret", rule},
  schema_keyword{"xml", remark},
};

static_assert(std::is_sorted(keywords.begin(), keywords.end(),
                             [](const schema_keyword& a, const schema_keyword& b) { return a.name < b.name; }));

constexpr schema_keyword any_extension{"x-", extension};

} // namespace

std::span<const schema_keyword> schema_keywords() {
  return keywords;
}

const schema_keyword* find_keyword(std::string_view name) {
  const auto* at = std::lower_bound(keywords.begin(), keywords.end(), name,
                                    [](const schema_keyword& x, std::string_view wanted) { return x.name < wanted; });
  if (at != keywords.end() && at->name == name) return at;
  return name.starts_with(any_extension.name) ? &any_extension : nullptr;
}

keyword_content content_of(std::string_view keyword) {
  const auto* known = find_keyword(keyword);
  return known ? known->content : data;
}

bool is_nothing_without_value(std::string_view keyword) {
  const auto* known = find_keyword(keyword);
  // Null is a value of `const`, and extensions may give it any meaning.
  return known && known->meaning != reference && keyword != "const" && !keyword.starts_with(any_extension.name);
}

std::string_view similar_keyword(std::string_view keyword) {
  std::string_view nearest;
  // A short word becomes another one by two changes.
  std::size_t nearest_distance = keyword.size() < 5 ? 2 : 3;
  for (const auto& [known, meaning, content] : keywords) {
    // Nobody should be led to what is refused or does nothing.
    if (meaning != rule && meaning != reference && meaning != remark) continue;
    if (std::max(known.size(), keyword.size()) - std::min(known.size(), keyword.size()) >= nearest_distance) continue;
    const auto distance = base::edit_distance(keyword, known);
    if (distance >= nearest_distance) continue;
    nearest = known;
    nearest_distance = distance;
  }
  return nearest;
}

} // namespace core::schema
