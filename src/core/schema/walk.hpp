#pragma once

#include "core/schema/keywords.hpp"
#include "text/json/json.hpp"

#include <utility>

namespace core::schema {

/// A schema, or a list of schemas. `change` is applied to each schema in it, to outer schemas first. Data
/// under keywords is left as it is.
/// @param change gets each value that stands in place of a schema and is no list, and returns a schema.
template <class Change>
[[nodiscard]] text::json change_schemas(const text::json& value, const Change& change) {
  if (value.is_array()) {
    auto items = value.as_array();
    for (auto& item : items) item = change_schemas(item, change);
    return text::json::array(std::move(items));
  }
  const auto changed = change(value);
  if (!changed.is_object()) return changed;
  auto members = changed.as_object();
  for (auto& [keyword, content] : members) {
    const auto what = content_of(keyword);
    if (what == keyword_content::schema) content = change_schemas(content, change);
    if (what != keyword_content::schemas_by_name || !content.is_object()) continue;
    auto schemas = content.as_object();
    for (auto& [name, schema] : schemas) schema = change_schemas(schema, change);
    content = text::json::object(std::move(schemas));
  }
  return text::json::object(std::move(members));
}

} // namespace core::schema
