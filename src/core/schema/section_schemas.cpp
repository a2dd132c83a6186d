#include "core/schema/section_schemas.hpp"

#include "core/schema/schema_document.hpp"
#include "core/schema/schema_references.hpp"
#include "core/schema/schema_warnings.hpp"
#include "core/text/yaml.hpp"

#include <set>

namespace core {
namespace {

constexpr const char* config_file = "openapi/config-values.yaml";
constexpr const char* values_file = "openapi/values.yaml";

/// The error lists mistakes in references and all others.
result<schema> compile(const expanded_schema& expanded) {
  auto mistakes = expanded.mistakes;
  note_wrong_helm_names(expanded.document, mistakes);
  return schema::compile(forbid_additional_properties(expanded.document), std::move(mistakes));
}

result<json> parse(const std::string& text) {
  auto document = parse_yaml(text);
  if (document && !document->is_object()) return fail(error_code::invalid_input, "a schema must be a map");
  return document;
}

/// Reads the two files. A mistake in one of them does not keep the other from being read.
class section_reader {
public:
  void read_config(const std::string& text) {
    const auto document = parse(text);
    is_config_known_ = document.has_value();
    if (!document) return note(config_file, document.error());
    config_document_ = *document;
    // References are resolved first: names in it are those of its own file, wherever its parts are used.
    const auto expanded = expand_references(without_empty_keywords(*document));
    is_config_known_ = !expanded.mistakes.as_error();
    config_ = expanded.document;
    if (auto compiled = compile(expanded))
      schemas_.config = std::move(*compiled);
    else
      note(config_file, compiled.error());
  }

  void read_values(const std::string& text) {
    const auto document = parse(text);
    if (!document) return note(values_file, document.error());
    values_document_ = *document;
    const auto own = without_empty_keywords(*document);
    const auto extended = extend_schema(own, config_);
    const auto expanded = expand_references(extended);
    auto values = compile(expanded);
    if (!values || !is_usable()) return note_own_mistakes(own, extended, values);
    auto helm = schema::compile(forbid_additional_properties(require_for_helm(expanded.document)));
    if (!helm) return note(values_file, helm.error());
    if (const auto names = only_required_for_helm(expanded.document); !names.is_null())
      if (auto compiled = schema::compile(names)) schemas_.names_for_helm = std::move(*compiled);
    schemas_.values = std::move(*values);
    schemas_.helm = std::move(*helm);
  }

  result<section_schemas> take(std::string_view name) {
    if (!is_usable()) return fail(error_code::invalid_input, errors_);
    schema_notes in_config;
    note_suspicious_parts(config_document_, in_config);
    warn_of_impossible_names(schemas_.config, name, "required", in_config);
    warn_of_defaults(schemas_.config, name, in_config);
    // Parts that values.yaml takes from the other file were reported with that file.
    if (!extends_schema(values_document_)) warned_.clear();
    schema_notes in_values;
    note_suspicious_parts(values_document_, in_values);
    warn_of_impossible_names(schemas_.values, name, "required", in_values);
    warn_of_impossible_names(schemas_.helm, name, "x-required-for-helm", in_values);
    warn_of_defaults(schemas_.values, name, in_values);
    for (const auto& line : in_config.lines()) schemas_.warnings.push_back(std::string(config_file) + ": " + line);
    for (const auto& line : in_values.lines()) schemas_.warnings.push_back(std::string(values_file) + ": " + line);
    return std::move(schemas_);
  }

private:
  [[nodiscard]] bool is_usable() const { return errors_.empty(); }

  void note(const char* file, const error& wrong) {
    errors_ += (errors_.empty() ? "" : "; ") + std::string(file) + ": " + wrong.message;
  }

  /// Of values.yaml, without the parts from config-values.yaml: mistakes in them are reported with that file.
  void note_own_mistakes(const json& document, const json& extended, const result<schema>& values) {
    const bool is_all_known = is_config_known_ || !extends_schema(document);
    const auto own = compile(expand_references(document, {.document = extended, .is_complete = is_all_known}));
    if (!own)
      note(values_file, own.error());
    else if (!values && is_usable())
      note(values_file, values.error());
  }

  void warn_once(const std::string& keyword, const std::string& text, schema_notes& to) {
    if (warned_.insert(text).second) to.note(keyword, text);
  }

  void warn_of_impossible_names(const std::optional<schema>& from, std::string_view name, const char* keyword,
                                schema_notes& to) {
    if (!from) return;
    for (const auto& path : from->impossible_names(name))
      warn_once(keyword, path + " is forbidden at the same time, so nothing is valid: add it to 'properties'", to);
  }

  void warn_of_defaults(const std::optional<schema>& from, std::string_view name, schema_notes& to) {
    if (!from) return;
    for (const auto& violation : from->refused_defaults(name)) warn_once("default", describe(violation), to);
  }

  section_schemas schemas_;
  json config_document_; ///< as it is written; null: it is missing or cannot be used
  json config_;          ///< the same with its references followed
  json values_document_;
  bool is_config_known_ = true; ///< false: parts of it are not known
  std::string errors_;
  std::set<std::string> warned_; ///< warnings
};

} // namespace

result<section_schemas> make_section_schemas(const schema_texts& texts, std::string_view name) {
  section_reader reader;
  if (texts.config_values) reader.read_config(*texts.config_values);
  if (texts.values) reader.read_values(*texts.values);
  return reader.take(name);
}

} // namespace core
