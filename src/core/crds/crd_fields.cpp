#include "core/crds/crd_fields.hpp"

#include "text/plain/shown_key.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace core::crds {

namespace {

/// The shapes that a value may have.
enum class shape {
  value, ///< anything
  spec,  ///< this and the next shapes are named after objects of the API
  names,
  version,
  subresources,
  scale,
  column,
  selectable,
  schema_holder,
  conversion,
  webhook,
  client_config,
  service,
  schema,
  schema_or_list, ///< a schema, or a list of them
  schema_or_flag, ///< a schema, or a boolean
  schemas,        ///< a map of schemas under names that the author chooses
};

struct field {
  shape of;
  std::string_view name;
  shape what = shape::value;
  bool is_list = false;
};

/// kubernetes/apiextensions-apiserver, pkg/apis/apiextensions/v1/types.go and types_jsonschema.go.
constexpr std::array fields{
  field{shape::spec, "conversion", shape::conversion},
  field{shape::spec, "group"},
  field{shape::spec, "names", shape::names},
  field{shape::spec, "preserveUnknownFields"},
  field{shape::spec, "scope"},
  field{shape::spec, "versions", shape::version, true},
  field{shape::names, "categories"},
  field{shape::names, "kind"},
  field{shape::names, "listKind"},
  field{shape::names, "plural"},
  field{shape::names, "shortNames"},
  field{shape::names, "singular"},
  field{shape::version, "additionalPrinterColumns", shape::column, true},
  field{shape::version, "deprecated"},
  field{shape::version, "deprecationWarning"},
  field{shape::version, "name"},
  field{shape::version, "schema", shape::schema_holder},
  field{shape::version, "selectableFields", shape::selectable, true},
  field{shape::version, "served"},
  field{shape::version, "storage"},
  field{shape::version, "subresources", shape::subresources},
  field{shape::subresources, "scale", shape::scale},
  field{shape::subresources, "status"},
  field{shape::scale, "labelSelectorPath"},
  field{shape::scale, "specReplicasPath"},
  field{shape::scale, "statusReplicasPath"},
  field{shape::column, "description"},
  field{shape::column, "format"},
  field{shape::column, "jsonPath"},
  field{shape::column, "name"},
  field{shape::column, "priority"},
  field{shape::column, "type"},
  field{shape::selectable, "jsonPath"},
  field{shape::schema_holder, "openAPIV3Schema", shape::schema},
  field{shape::conversion, "strategy"},
  field{shape::conversion, "webhook", shape::webhook},
  field{shape::webhook, "clientConfig", shape::client_config},
  field{shape::webhook, "conversionReviewVersions"},
  field{shape::client_config, "caBundle"},
  field{shape::client_config, "service", shape::service},
  field{shape::client_config, "url"},
  field{shape::service, "name"},
  field{shape::service, "namespace"},
  field{shape::service, "path"},
  field{shape::service, "port"},
  field{shape::schema, "$ref"},
  field{shape::schema, "$schema"},
  field{shape::schema, "additionalItems", shape::schema_or_flag},
  field{shape::schema, "additionalProperties", shape::schema_or_flag},
  field{shape::schema, "allOf", shape::schema, true},
  field{shape::schema, "anyOf", shape::schema, true},
  field{shape::schema, "default"},
  field{shape::schema, "definitions", shape::schemas},
  field{shape::schema, "dependencies", shape::schemas},
  field{shape::schema, "description"},
  field{shape::schema, "enum"},
  field{shape::schema, "example"},
  field{shape::schema, "exclusiveMaximum"},
  field{shape::schema, "exclusiveMinimum"},
  field{shape::schema, "externalDocs"},
  field{shape::schema, "format"},
  field{shape::schema, "id"},
  field{shape::schema, "items", shape::schema_or_list},
  field{shape::schema, "maxItems"},
  field{shape::schema, "maxLength"},
  field{shape::schema, "maxProperties"},
  field{shape::schema, "maximum"},
  field{shape::schema, "minItems"},
  field{shape::schema, "minLength"},
  field{shape::schema, "minProperties"},
  field{shape::schema, "minimum"},
  field{shape::schema, "multipleOf"},
  field{shape::schema, "not", shape::schema},
  field{shape::schema, "nullable"},
  field{shape::schema, "oneOf", shape::schema, true},
  field{shape::schema, "pattern"},
  field{shape::schema, "patternProperties", shape::schemas},
  field{shape::schema, "properties", shape::schemas},
  field{shape::schema, "required"},
  field{shape::schema, "title"},
  field{shape::schema, "type"},
  field{shape::schema, "uniqueItems"},
};

const field* find_field(shape of, std::string_view name) {
  for (const auto& x : fields)
    if (x.of == of && x.name == name) return &x;
  return nullptr;
}

class pruning {
public:
  explicit pruning(std::vector<std::string>& left_out) : left_out_(left_out) {}

  /// The part of `x` that the API defines for a place of that shape.
  text::json keep(const text::json& x, shape what, const std::string& path) {
    switch (what) {
      case shape::value: return x;
      case shape::schemas: return keep_members(x, path);
      case shape::schema_or_list:
        return x.is_array() ? keep_items(x, shape::schema, path) : keep(x, shape::schema, path);
      // A boolean is no object, so it stays as it is.
      case shape::schema_or_flag: return keep(x, shape::schema, path);
      default: return keep_fields(x, what, path);
    }
  }

private:
  text::json keep_items(const text::json& x, shape what, const std::string& path) {
    if (!x.is_array()) return x;
    text::json::array_type kept;
    for (const auto& item : x.as_array()) kept.push_back(keep(item, what, fmt::format("{}[{}]", path, kept.size())));
    return text::json::array(std::move(kept));
  }

  text::json keep_members(const text::json& x, const std::string& path) {
    if (!x.is_object()) return x;
    text::json::object_type kept;
    for (const auto& [name, member] : x.as_object())
      kept.emplace_back(name, keep(member, shape::schema, path + "." + text::shown_key(name)));
    return text::json::object(std::move(kept));
  }

  /// A value that is not an object is left to the API server, which reports the error.
  text::json keep_fields(const text::json& x, shape what, const std::string& path) {
    if (!x.is_object()) return x;
    text::json::object_type kept;
    for (const auto& [name, member] : x.as_object()) {
      const auto at = path + "." + text::shown_key(name);
      if (const auto* known = find_field(what, name))
        kept.emplace_back(name, known->is_list ? keep_items(member, known->what, at) : keep(member, known->what, at));
      // The API server defines these extensions, and new versions add some, so all of them are kept.
      else if (what == shape::schema && name.starts_with("x-kubernetes-"))
        kept.emplace_back(name, member);
      else if (what != shape::schema || !name.starts_with("x-"))
        left_out_.push_back(at);
    }
    return text::json::object(std::move(kept));
  }

  std::vector<std::string>& left_out_;
};

} // namespace

known_fields known_definition_fields(const text::json& definition) {
  known_fields known;
  for (const auto& [name, member] : definition.as_object())
    // `status` was taken out before, without a warning.
    if (name != "apiVersion" && name != "kind" && name != "metadata" && name != "spec") known.left_out.push_back(name);
  known.object =
    text::json::object({{"apiVersion", *definition.find("apiVersion")},
                        {"kind", *definition.find("kind")},
                        {"metadata", *definition.find("metadata")},
                        {"spec", pruning(known.left_out).keep(*definition.find("spec"), shape::spec, "spec")}});
  return known;
}

} // namespace core::crds
