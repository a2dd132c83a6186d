#include "core/schema/keywords.hpp"

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
  keyword{"$anchor", foreign},
  keyword{"$comment", remark},
  keyword{"$defs", foreign},
  keyword{"$dynamicAnchor", foreign},
  keyword{"$dynamicRef", refused},
  keyword{"$id", remark},
  keyword{"$recursiveAnchor", foreign},
  keyword{"$recursiveRef", refused},
  keyword{"$ref", reference},
  keyword{"$schema", remark},
  keyword{"$vocabulary", foreign},
  keyword{"additionalItems", rule, schema},
  keyword{"additionalProperties", rule, schema},
  keyword{"allOf", rule, schema},
  keyword{"anyOf", rule, schema},
  keyword{"const", refused},
  keyword{"contains", refused},
  keyword{"contentEncoding", foreign},
  keyword{"contentMediaType", foreign},
  keyword{"contentSchema", foreign},
  keyword{"default", rule},
  keyword{"definitions", remark, schemas_by_name},
  keyword{"dependencies", rule, schemas_by_name},
  keyword{"dependentRequired", refused},
  keyword{"dependentSchemas", refused},
  keyword{"deprecated", remark},
  keyword{"description", remark},
  keyword{"discriminator", remark},
  keyword{"else", refused},
  keyword{"enum", rule},
  keyword{"example", remark},
  keyword{"examples", remark},
  keyword{"exclusiveMaximum", rule},
  keyword{"exclusiveMinimum", rule},
  keyword{"externalDocs", remark},
  keyword{"format", rule},
  keyword{"id", remark},
  keyword{"if", refused},
  keyword{"items", rule, schema},
  keyword{"maxContains", refused},
  keyword{"maxItems", rule},
  keyword{"maxLength", rule},
  keyword{"maxProperties", rule},
  keyword{"maximum", rule},
  keyword{"minContains", refused},
  keyword{"minItems", rule},
  keyword{"minLength", rule},
  keyword{"minProperties", rule},
  keyword{"minimum", rule},
  keyword{"multipleOf", rule},
  keyword{"not", rule, schema},
  keyword{"nullable", rule},
  keyword{"oneOf", rule, schema},
  keyword{"pattern", rule},
  keyword{"patternProperties", rule, schemas_by_name},
  keyword{"prefixItems", refused},
  keyword{"properties", rule, schemas_by_name},
  keyword{"propertyNames", refused},
  keyword{"readOnly", remark},
  keyword{"required", rule},
  keyword{"then", refused},
  keyword{"title", remark},
  keyword{"type", rule},
  keyword{"unevaluatedItems", refused},
  keyword{"unevaluatedProperties", refused},
  keyword{"uniqueItems", rule},
  keyword{"writeOnly", rule},
  keyword{"x-deckhouse-validations", cel_rules},
  keyword{"x-kubernetes-validations", cel_rules},
  keyword{"x-nullable", rule},
  keyword{"x-secret", rule},
  keyword{"xml", remark},
};

static_assert(std::is_sorted(keywords.begin(), keywords.end(),
                             [](const keyword& a, const keyword& b) { return a.name < b.name; }));

constexpr keyword any_extension{"x-", extension};

} // namespace

std::span<const keyword> schema_keywords() {
  return keywords;
}

const keyword* find_keyword(std::string_view name) {
  const auto* at = std::lower_bound(keywords.begin(), keywords.end(), name,
                                    [](const keyword& x, std::string_view wanted) { return x.name < wanted; });
  if (at != keywords.end() && at->name == name) return at;
  return name.starts_with(any_extension.name) ? &any_extension : nullptr;
}

keyword_content content_of(std::string_view keyword) {
  const auto* known = find_keyword(keyword);
  return known ? known->content : data;
}

bool is_nothing_without_value(std::string_view keyword) {
  const auto* known = find_keyword(keyword);
  // Null is a valid value of `const`, and an extension may give null any meaning.
  return known && known->meaning != reference && keyword != "const" && !keyword.starts_with(any_extension.name);
}

std::string_view similar_keyword(std::string_view keyword) {
  std::string_view nearest;
  // Two changes turn a short word into another word.
  std::size_t nearest_distance = keyword.size() < 5 ? 2 : 3;
  for (const auto& [known, meaning, content] : keywords) {
    // A user should not be led to a keyword that is refused or has no effect.
    if (meaning != rule && meaning != reference && meaning != remark) continue;
    // The distance is at least the difference of the lengths.
    if (std::max(known.size(), keyword.size()) - std::min(known.size(), keyword.size()) >= nearest_distance) continue;
    const auto distance = base::edit_distance(keyword, known);
    if (distance >= nearest_distance) continue;
    nearest = known;
    nearest_distance = distance;
  }
  return nearest;
}

} // namespace core::schema
