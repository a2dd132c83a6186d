#include "core/values/section_schemas.hpp"

#include "core/text/yaml.hpp"
#include "core/values/schema_document.hpp"

#include <set>

namespace core {
namespace {

constexpr const char* config_file = "openapi/config-values.yaml";
constexpr const char* values_file = "openapi/values.yaml";

/// The error tells what is wrong with references and with all else.
result<schema> compile(const expanded_schema& expanded, const char* file) {
  auto compiled = schema::compile(forbid_additional_properties(expanded.document));
  const auto mistakes = expanded.mistakes.as_error();
  if (compiled && !mistakes) return compiled;
  auto text = mistakes ? mistakes->message : std::string();
  if (!compiled) text += (text.empty() ? "" : "; ") + compiled.error().message;
  return fail(error_code::invalid_input, std::string(file) + ": " + text);
}

result<json> parse(const std::string& text, const char* file) {
  auto document = parse_yaml(text);
  if (!document) return fail(file, document.error());
  if (!document->is_object()) return fail(error_code::invalid_input, std::string(file) + ": a schema must be a map");
  return document;
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
    auto compiled = compile(expanded, config_file);
    if (!compiled) return tl::unexpected(compiled.error());
    config = std::move(expanded.document);
    schemas.config = std::move(*compiled);
  }
  if (!texts.values) {
    schemas.refused_defaults = refused_defaults(schemas, name);
    return schemas;
  }
  const auto document = parse(*texts.values, values_file);
  if (!document) return tl::unexpected(document.error());
  const auto expanded = expand_references(extend_schema(*document, config));
  auto values = compile(expanded, values_file);
  if (!values) return tl::unexpected(values.error());
  auto helm = compile({require_for_helm(expanded.document), {}}, values_file);
  if (!helm) return tl::unexpected(helm.error());
  schemas.values = std::move(*values);
  schemas.helm = std::move(*helm);
  schemas.refused_defaults = refused_defaults(schemas, name);
  return schemas;
}

} // namespace core
