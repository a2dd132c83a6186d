#include "core/values/section_schemas.hpp"

#include "core/text/yaml.hpp"
#include "core/values/schema_document.hpp"

#include <set>

namespace core {
namespace {

constexpr const char* config_file = "openapi/config-values.yaml";
constexpr const char* values_file = "openapi/values.yaml";

result<schema> compile(const json& document, const char* file) {
  auto compiled = schema::compile(forbid_additional_properties(document));
  if (!compiled) return fail(file, compiled.error());
  return compiled;
}

result<json> parse(const std::string& text, const char* file) {
  auto document = parse_yaml(text);
  if (!document) return fail(file, document.error());
  if (!document->is_object()) return fail(error_code::invalid_input, std::string(file) + ": a schema must be a map");
  return document;
}

result<json> parse_expanded(const std::string& text, const json& config) {
  auto document = parse(text, values_file);
  if (!document) return document;
  auto expanded = expand_references(extend_schema(*document, config));
  if (!expanded) return fail(values_file, expanded.error());
  return expanded;
}

/// What values.yaml has from config-values.yaml by `x-extend` is told once.
std::vector<std::string> refused_defaults(const section_schemas& schemas, std::string_view name) {
  std::vector<std::string> told;
  std::set<std::string> seen;
  const auto tell = [&](const std::optional<schema>& from, const char* file) {
    if (!from) return;
    for (const auto& violation : from->refused_defaults(name)) {
      const auto text = violation.path + " " + violation.reason;
      if (seen.insert(text).second) told.push_back(std::string(file) + ": default: " + text);
    }
  };
  tell(schemas.config, config_file);
  tell(schemas.values, values_file);
  return told;
}

} // namespace

result<section_schemas> make_section_schemas(const schema_texts& texts, std::string_view name) {
  section_schemas schemas;
  json config;
  if (texts.config_values) {
    auto document = parse(*texts.config_values, config_file);
    if (!document) return tl::unexpected(document.error());
    // References are resolved first: names in it are those of its own file, wherever its parts are used.
    auto expanded = expand_references(*document);
    if (!expanded) return fail(config_file, expanded.error());
    config = std::move(*expanded);
    auto compiled = compile(config, config_file);
    if (!compiled) return tl::unexpected(compiled.error());
    schemas.config = std::move(*compiled);
  }
  if (!texts.values) {
    schemas.refused_defaults = refused_defaults(schemas, name);
    return schemas;
  }
  auto document = parse_expanded(*texts.values, config);
  if (!document) return tl::unexpected(document.error());
  auto values = compile(*document, values_file);
  if (!values) return tl::unexpected(values.error());
  auto helm = compile(require_for_helm(*document), values_file);
  if (!helm) return tl::unexpected(helm.error());
  schemas.values = std::move(*values);
  schemas.helm = std::move(*helm);
  schemas.refused_defaults = refused_defaults(schemas, name);
  return schemas;
}

} // namespace core
