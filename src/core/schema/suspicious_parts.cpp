#include "core/schema/suspicious_parts.hpp"

#include "base/excerpt.hpp"
#include "core/schema/extension.hpp"
#include "core/schema/keywords.hpp"
#include "core/schema/node.hpp"

#include <algorithm>
#include <string>

namespace core::schema {
namespace {

/// Walks through all schemas of a document, and through no data.
class suspicious_parts {
public:
  explicit suspicious_parts(notes& notes) : notes_(notes) {}

  /// A schema, or a list of schemas.
  void look_at(const text::json& value, const std::string& place) {
    if (value.is_array())
      for (std::size_t i = 0; i < value.as_array().size(); ++i)
        look_at(value.as_array()[i], place + "[" + std::to_string(i) + "]");
    if (!value.is_object() || value.find("$ref")) return;
    for (const auto& [keyword, content] : value.as_object()) look_at_member(keyword, content, place);
  }

private:
  void look_at_member(const std::string& keyword, const text::json& content, const std::string& place) {
    if (!find_keyword(keyword)) notes_.note(place, unknown(keyword, content));
    if (content.is_null() && is_nothing_without_value(keyword))
      notes_.note(place, "'" + keyword + "' has no value: it is ignored");
    // These mistakes have no effect in the predecessor either, so an error would stop a platform that works.
    if (keyword == "enum" && content.is_array() && content.as_array().empty())
      notes_.note(place, "'enum' has no values: it is ignored");
    if (keyword == "type") look_at_type(content, place);
    if (keyword == "items" && !content.is_null() && !content.is_object() && !content.is_array())
      notes_.note(place, "'items' must be a schema, got " + base::excerpt(content.dump()) + ": it is ignored");
    const auto inside = place + "." + keyword;
    const auto what = content_of(keyword);
    if (what == keyword_content::schema) look_at(content, inside);
    if (what == keyword_content::schemas_by_name && content.is_object())
      for (const auto& [name, schema] : content.as_object()) look_at(schema, inside + "." + name);
  }

  void look_at_type(const text::json& type, const std::string& place) {
    if (type.is_array())
      for (const auto& name : type.as_array()) look_at_type(name, place);
    if (type.is_string() && !find_type(type.as_string()))
      notes_.note(place, "unknown type '" + base::excerpt(type.as_string()) + "': no value has it"
                           + (type == text::json("bool") ? ": did you mean 'boolean'?" : ""));
  }

  static std::string unknown(const std::string& keyword, const text::json& content) {
    auto text = "unknown keyword '" + base::excerpt(keyword) + "' is ignored";
    if (const auto meant = similar_keyword(keyword); !meant.empty())
      text += ": did you mean '" + std::string(meant) + "'?";
    // A map with an unknown name is most often a property that lacks `properties` around it.
    else if (content.is_object())
      text += ": names of members stand under 'properties'";
    return text;
  }

  notes& notes_;
};

bool can_be_section(const text::json& type) {
  const auto fits = [](const text::json& x) { return x == text::json("object") || x == text::json("array"); };
  return type.is_array() ? std::any_of(type.as_array().begin(), type.as_array().end(), fits) : fits(type);
}

} // namespace

void note_suspicious_parts(const text::json& document, notes& to) {
  if (const auto* type = document.find("type"); type && !type->is_null() && !can_be_section(*type))
    to.note("schema", "a section is a map or a list, never of type " + base::excerpt(type->dump()));
  if (const auto* extend = document.find("x-extend"); extend && !extends_schema(document))
    to.note("schema", "'x-extend' must be a map with 'schema' (x-extend: {schema: config-values.yaml}), got "
                        + base::excerpt(extend->dump()) + ": it extends nothing");
  suspicious_parts(to).look_at(document, "schema");
}

} // namespace core::schema
