#include "core/schema/section_schemas.hpp"

#include "base/excerpt.hpp"
#include "core/schema/extension.hpp"
#include "core/schema/references.hpp"
#include "core/schema/suspicious_parts.hpp"
#include "text/plain/shown_key.hpp"
#include "text/yaml/yaml.hpp"

#include <set>

namespace core::schema {
namespace {

constexpr const char* config_file = "openapi/config-values.yaml";
constexpr const char* values_file = "openapi/values.yaml";

/// The error lists all mistakes, of references and of keywords.
base::result<schema> compile(const expanded_schema& expanded, const base::time_zone_source& zones) {
  auto mistakes = expanded.mistakes;
  note_wrong_helm_names(expanded.document, mistakes);
  return schema::compile(forbid_additional_properties(expanded.document), std::move(mistakes), zones);
}

/// @param remarks gets a note for each key that stands in a map again, and for a second document
base::result<text::json> parse(const std::string& text, notes& remarks) {
  text::yaml_faults faults;
  auto document = text::parse_yaml(text, faults);
  for (const auto& x : faults.repeated)
    remarks.note("line " + std::to_string(x.line), "'" + base::excerpt(text::shown_key(x.key))
                                                     + "' stands there again (first at line "
                                                     + std::to_string(x.first_line) + "): this one counts");
  if (faults.second_document)
    remarks.note("line " + std::to_string(*faults.second_document),
                 "a second document begins there: only the first counts");
  if (document && !document->is_object()) return base::fail(base::error_code::invalid_input, "a schema must be a map");
  return document;
}

/// Reads the two files. A mistake in one file does not keep the other from being read.
class section_reader {
public:
  section_reader(const files& others, const base::time_zone_source& zones) : others_(others), zones_(zones) {}

  void read_config(const std::string& text) {
    const auto document = parse(text, in_config_);
    // values.yaml may refer to parts of this file. If this file cannot be parsed, a missing part is no
    // mistake of values.yaml.
    is_config_known_ = document.has_value();
    if (!document) return note(config_file, document.error());
    config_document_ = *document;
    // References are followed before values.yaml takes parts over, because a reference in this file leads to
    // this file, also in a part that values.yaml has taken over.
    const auto own = without_empty_keywords(*document);
    const auto expanded = expand_references(own, {.document = own, .files = &others_});
    is_config_known_ = !expanded.mistakes.as_error();
    config_ = expanded.document;
    if (auto compiled = compile(expanded, zones_))
      schemas_.config = std::move(*compiled);
    else
      note(config_file, compiled.error());
  }

  void read_values(const std::string& text) {
    const auto document = parse(text, in_values_);
    if (!document) return note(values_file, document.error());
    values_document_ = *document;
    const auto own = without_empty_keywords(*document);
    const auto extended = extend_schema(own, config_);
    const auto expanded = expand_references(extended, {.document = extended, .files = &others_});
    auto values = compile(expanded, zones_);
    if (!values || !is_usable()) return note_own_mistakes(own, extended, values);
    // Hooks set these names before Helm runs, so only the schema for Helm requires them.
    const auto names = only_required_for_helm(expanded.document);
    // A schema may be large: two equal schemas are kept once.
    auto helm = names.is_null()
                  ? values
                  : schema::compile(forbid_additional_properties(require_for_helm(expanded.document)), {}, zones_);
    if (!helm) return note(values_file, helm.error());
    if (!names.is_null())
      if (auto compiled = schema::compile(names)) schemas_.names_for_helm = std::move(*compiled);
    schemas_.values = std::move(*values);
    schemas_.helm = std::move(*helm);
  }

  base::result<section_schemas> take(std::string_view name) {
    if (!is_usable()) return base::fail(base::error_code::invalid_input, errors_);
    note_suspicious_parts(config_document_, in_config_);
    warn_of_impossible_names(schemas_.config, name, "required", in_config_);
    warn_of_defaults(schemas_.config, name, in_config_);
    // Mistakes in parts that values.yaml takes from config-values.yaml were reported with that file.
    if (!extends_schema(values_document_)) warned_.clear();
    note_suspicious_parts(values_document_, in_values_);
    warn_of_impossible_names(schemas_.values, name, "required", in_values_);
    warn_of_impossible_names(schemas_.helm, name, "x-required-for-helm", in_values_);
    warn_of_defaults(schemas_.values, name, in_values_);
    warn_of_other_files();
    for (const auto& line : in_config_.lines()) schemas_.warnings.push_back(std::string(config_file) + ": " + line);
    for (const auto& line : in_values_.lines()) schemas_.warnings.push_back(std::string(values_file) + ": " + line);
    return std::move(schemas_);
  }

private:
  [[nodiscard]] bool is_usable() const { return errors_.empty(); }

  void note(const char* file, const base::error& wrong) {
    errors_ += (errors_.empty() ? "" : "; ") + std::string(file) + ": " + wrong.message;
  }

  /// Notes the mistakes of values.yaml itself. Parts from config-values.yaml are left out, because their
  /// mistakes are reported with that file.
  void note_own_mistakes(const text::json& document, const text::json& extended, const base::result<schema>& values) {
    const bool is_all_known = is_config_known_ || !extends_schema(document);
    const auto own = compile(
      expand_references(document, {.document = extended, .is_complete = is_all_known, .files = &others_}), zones_);
    if (!own) note(values_file, own.error());
    // The mistake comes from both files together: neither has it alone.
    else if (!values && is_usable())
      note(values_file, values.error());
  }

  void warn_of_other_files() {
    for (const auto& [name, text] : others_.texts) {
      notes repeated;
      // A file that cannot be parsed is the mistake of the file that refers to it.
      (void)parse(text, repeated);
      for (const auto& line : repeated.lines()) schemas_.warnings.push_back(name + ": " + line);
    }
  }

  void warn_once(const std::string& keyword, const std::string& text, notes& to) {
    if (warned_.insert(text).second) to.note(keyword, text);
  }

  void warn_of_impossible_names(const std::optional<schema>& from, std::string_view name, const char* keyword,
                                notes& to) {
    if (!from) return;
    for (const auto& path : from->impossible_names(name))
      warn_once(keyword, path + " is forbidden at the same time, so nothing is valid: add it to 'properties'", to);
  }

  void warn_of_defaults(const std::optional<schema>& from, std::string_view name, notes& to) {
    if (!from) return;
    for (const auto& violation : from->refused_defaults(name)) warn_once("default", describe(violation), to);
  }

  const files& others_;
  const base::time_zone_source& zones_;
  section_schemas schemas_;
  notes in_config_; ///< warnings
  notes in_values_;
  text::json config_document_; ///< as it is written; null: it is missing or cannot be used
  text::json config_;          ///< the same with its references followed
  text::json values_document_;
  bool is_config_known_ = true; ///< false: parts of it are not known
  std::string errors_;
  std::set<std::string> warned_; ///< warnings
};

} // namespace

base::result<section_schemas> make_section_schemas(const texts& texts, std::string_view name,
                                                   const base::time_zone_source& zones) {
  section_reader reader(texts.others, zones);
  if (texts.config_values) reader.read_config(*texts.config_values);
  if (texts.values) reader.read_values(*texts.values);
  return reader.take(name);
}

} // namespace core::schema
