#include "core/config/static_values.hpp"

#include "base/excerpt.hpp"
#include "core/config/config_sections.hpp"
#include "core/config/flag_slips.hpp"
#include "core/config/misspelt_keys.hpp"
#include "core/values/layers.hpp"
#include "core/values/names.hpp"
#include "core/values/section_view.hpp"
#include "core/values/value_origin.hpp"
#include "text/json/value_kind.hpp"
#include "text/plain/shown_key.hpp"
#include "text/yaml/yaml.hpp"

#include <algorithm>

namespace core::config {
namespace {

/// A values file: null if it is empty.
base::result<text::json> parse_values_file(const values_file& file) {
  auto values = text::parse_yaml(file.text.value_or(""));
  if (!values) return base::fail(file.path, values.error());
  if (!values->is_object() && !values->is_null())
    return base::fail(base::error_code::invalid_input, file.path + ": must be a map of sections");
  return values;
}

/// Collects the content of the files; a mistake is noted for the section that suffers.
class static_reader {
public:
  explicit static_reader(const static_files& files) : files_(files) {}

  static_values read() {
    read_common();
    read_global();
    for (const auto& [name, module] : files_.modules) read_module(name, module);
    for (const auto& [name, words] : flag_slips_of(files_))
      values_.sections[values::to_camel(name)].misspelt_flag = words;
    return std::move(values_);
  }

private:
  void note(std::string_view section, const std::string& reason) {
    auto& text = values_.errors[std::string(section)];
    text += (text.empty() ? "" : "; ") + reason;
  }

  static void add_layer(static_section& to, text::json layer, const std::string& path) {
    to.layers.push_back(std::move(layer));
    to.files.push_back(path);
  }

  void read_common() {
    for (const auto& file : files_.common) {
      auto parsed = parse_values_file(file);
      // An unreadable file may contain any section, so the operator cannot run without it.
      if (!parsed) note(values::global_key, parsed.error().message);
      common_.push_back(parsed ? *parsed : text::json());
      if (common_.back().is_object()) read_common_keys(file.path);
    }
  }

  /// Flags of the last common file, and warnings of keys in it that are not read.
  void read_common_keys(const std::string& path) {
    const auto directory = common_.size() - 1;
    std::vector<std::string> unread;
    for (const auto& [key, value] : common_.back().as_object()) {
      const auto flag = values::key_of_flag(key);
      const auto section = flag.value_or(key);
      const auto module = files_.modules.find(values::to_kebab(section));
      const bool is_known = module != files_.modules.end() && values::is_module_key(section);
      const bool is_true = value == text::json(true) || value == text::json("true");
      // The module's directory may be lost, and this flag shows that its release is wanted.
      if (flag && !is_known && is_true && *flag != values::global_key && values::is_module_key(section))
        values_.common_flags[*flag] = true;
      if (flag && is_known)
        read_flag(values_.common_flags, *flag, value, path);
      else if (key != values::global_key && !(is_known && module->second.modules_directory == directory))
        unread.push_back(key);
    }
    std::vector<std::string> sections;
    for (const auto& [name, module] : files_.modules) sections.push_back(values::to_camel(name));
    warn_of_unread(path, unread, "no module of this directory has such a name",
                   missing_in(common_.back(), known_values_keys(sections)));
  }

  static std::set<std::string> missing_in(const text::json& file, std::set<std::string> keys) {
    std::erase_if(keys, [&](const auto& key) { return file.find(key) != nullptr; });
    return keys;
  }

  /// @param missing keys that the user may have meant
  void warn_of_unread(const std::string& path, const std::vector<std::string>& keys, const std::string& reason,
                      const std::set<std::string>& missing) {
    constexpr std::size_t shown_max = 20;
    std::string names;
    for (std::size_t i = 0; i < std::min(keys.size(), shown_max); ++i)
      names += (i == 0 ? "'" : ", '") + base::excerpt(text::shown_key(keys[i])) + "'";
    if (keys.size() > shown_max) names += " and " + std::to_string(keys.size() - shown_max) + " more";
    if (keys.empty()) return;
    std::string meant;
    for (const auto& slip : misspelt_keys({keys.begin(), keys.end()}, missing))
      meant += "; did you mean '" + slip.meant + "' by '" + base::excerpt(slip.written) + "'?";
    values_.warnings.push_back(path + ": without effect: " + names + ": " + reason + meant);
  }

  /// The texts "true" and "false" count, too: in the ConfigMap flags are texts. A key without a value sets no
  /// flag, just as a section without content sets no values.
  void read_flag(values::flag_layer& flags, const std::string& section, const text::json& value,
                 const std::string& path) {
    const auto key = values::enabled_key(section);
    if (is_blank_section(value)) {
      values_.warnings.push_back(path + ": '" + key + "' has no value and does not count: write true or false");
      return;
    }
    const bool is_text = value == text::json("true") || value == text::json("false");
    if (!is_text && !value.is_bool())
      return note(section, path + ": '" + key + "' must be true or false, got " + text::kind_name(value));
    flags[section] = is_text ? value.as_string() == "true" : value.as_bool();
    if (is_text)
      values_.warnings.push_back(path + ": '" + key + "' is a text and counts as " + value.as_string()
                                 + ": write it without quotes");
  }

  void read_global() {
    auto& section = values_.sections[std::string(values::global_key)];
    for (std::size_t i = 0; i < common_.size(); ++i) {
      const auto* value = common_[i].find(values::global_key);
      if (value && value->find(values::enabled_modules_key) != nullptr)
        values_.warnings.push_back(files_.common[i].path + ": 'global.enabledModules' "
                                   + values::enabled_modules_reason);
      if (value && value->is_object())
        add_layer(section, *value, files_.common[i].path);
      else if (value && !is_blank_section(*value))
        note(values::global_key, files_.common[i].path + ": 'global' must be a map, got " + text::kind_name(*value));
    }
    values_.global_directory = files_.global_directory;
    read_schemas(values::global_key, files_.global_schemas,
                 files_.global_directory.empty() ? "global hooks" : files_.global_directory);
    note_schemas(section, files_.global_schemas, values::value_source::global_config_schema,
                 values::value_source::global_values_schema);
  }

  void read_module(const std::string& name, const module_files& module) {
    const auto key = values::to_camel(name);
    note_files(values_.sections[key], module);
    note_other_globals(values_.sections[key], module);
    if (module.modules_directory < common_.size()) {
      const auto& common = common_[module.modules_directory];
      if (values_.sections[key].sources.contains(values::value_source::common_file)) {
        note_section(values_.sections[key], common, key, values::value_source::common_section);
        note_section(values_.sections[key], common, std::string(values::global_key),
                     values::value_source::common_global);
      }
      note_blank(key, common, values::value_source::common_file, {std::string(values::global_key), key});
      read_layer(key, common, files_.common[module.modules_directory].path, values_.common_flags);
    }
    const values_file own{.path = module.directory + "/values.yaml", .text = module.values};
    if (const auto parsed = parse_values_file(own); !parsed) {
      note(key, parsed.error().message);
    } else {
      if (has_text(module.values))
        note_section(values_.sections[key], *parsed, key, values::value_source::module_section);
      note_blank(key, *parsed, values::value_source::module_file, {key});
      if (const auto* flag = parsed->find(values::enabled_key(key)))
        read_flag(values_.module_flags, key, *flag, own.path);
      read_layer(key, *parsed, own.path, values_.module_flags);
      warn_of_foreign_keys(key, *parsed, own.path, module.has_chart ? other_reader::helm : other_reader::none);
      values_.sections[key].chart_values = chart_part(*parsed, key);
    }
    if (module.unreadable.empty()) return read_schemas(key, module.schemas, module.directory);
    values_.sections[key].schemas.unusable = true;
    note(key, module.unreadable);
  }

  void note_files(static_section& to, const module_files& module) const {
    const auto directory = module.modules_directory;
    if (directory < files_.common.size() && has_text(files_.common[directory].text))
      to.sources.insert(values::value_source::common_file);
    if (has_text(module.values)) to.sources.insert(values::value_source::module_file);
    note_schemas(to, module.schemas, values::value_source::config_schema, values::value_source::values_schema);
  }

  void note_other_globals(static_section& to, const module_files& module) const {
    for (std::size_t i = 0; i < common_.size(); ++i)
      if (i != module.modules_directory)
        to.other_globals.emplace(files_.common[i].path, has_text(files_.common[i].text)
                                                          && has_section(common_[i], std::string(values::global_key)));
  }

  /// A file without any key leaves out its sections on purpose, so each of them counts as present.
  static bool has_section(const text::json& file, const std::string& section) {
    const auto* value = file.find(section);
    const bool has_no_key = file.is_null() || (file.is_object() && file.as_object().empty());
    return has_no_key || (value != nullptr && !is_blank_section(*value));
  }

  /// Notes a section that a file has.
  static void note_section(static_section& to, const text::json& file, const std::string& section,
                           values::value_source source) {
    if (has_section(file, section)) to.sources.insert(source);
  }

  /// Notes the keys of a file that have no value.
  /// @param sections that values of the module come from
  void note_blank(const std::string& key, const text::json& file, values::value_source source,
                  const std::vector<std::string>& sections) {
    auto& to = values_.sections[key];
    const auto is_blank = [&](const std::string& at) {
      const auto* value = file.find(at);
      return value != nullptr && is_blank_section(*value);
    };
    if (is_blank(values::enabled_key(key))) to.blank_flags.insert(source);
    for (const auto& section : sections)
      if (is_blank(section) && to.blank.emplace(source, section).second) to.sources.erase(source);
  }

  static void note_schemas(static_section& to, const schema::texts& texts, values::value_source config,
                           values::value_source values) {
    if (has_text(texts.config_values)) to.sources.insert(config);
    if (has_text(texts.values)) to.sources.insert(values);
  }

  /// A full disk or a broken download leaves a file of 0 bytes, so such a file counts as missing.
  static bool has_text(const std::optional<std::string>& file) {
    return file && file->find_first_not_of(" \t\r\n") != file->npos;
  }

  static text::json chart_part(const text::json& file, const std::string& section) {
    text::json::object_type parts;
    for (const auto& key : {std::string(values::global_key), section})
      if (const auto* part = file.find(key); part && part->is_object()) parts.emplace_back(key, *part);
    return text::json::object(std::move(parts));
  }

  /// Another reader of a module's values.yaml.
  enum class other_reader { none, helm };

  void warn_of_foreign_keys(const std::string& key, const text::json& file, const std::string& path,
                            other_reader other) {
    std::vector<std::string> unread;
    if (file.is_object())
      for (const auto& [name, value] : file.as_object())
        if (name != key && name != values::enabled_key(key)) unread.push_back(name);
    if (other == other_reader::helm) return warn_of_slips(key, file, path, {unread.begin(), unread.end()});
    warn_of_unread(path, unread, "only '" + key + "' and '" + values::enabled_key(key) + "' are read here",
                   missing_in(file, {key, values::enabled_key(key)}));
  }

  /// Other keys are values of the chart, but a key that looks like the module's own is probably a mistake.
  void warn_of_slips(const std::string& key, const text::json& file, const std::string& path,
                     const std::set<std::string>& keys) {
    for (const auto& slip : misspelt_keys(keys, missing_in(file, {key, values::enabled_key(key)})))
      values_.warnings.push_back(path + ": '" + base::excerpt(slip.written)
                                 + "' is a value of the chart alone: did you mean '" + slip.meant + "'?");
  }

  /// The module's section in a file; `false` switches the module off.
  void read_layer(const std::string& key, const text::json& file, const std::string& path, values::flag_layer& flags) {
    const auto* value = file.find(key);
    if (!value || is_blank_section(*value)) return;
    auto content = read_section(*value);
    if (!content) return note(key, path + ": '" + key + "': " + content.error().message);
    if (content->disables)
      flags[key] = false;
    else
      add_layer(values_.sections[key], std::move(content->value), path);
  }

  void read_schemas(std::string_view key, const schema::texts& texts, const std::string& place) {
    auto schemas = schema::make_section_schemas(texts, key, files_.time_zones);
    auto& to = values_.sections[std::string(key)].schemas;
    if (schemas) {
      to = std::move(*schemas);
      for (const auto& text : to.warnings) values_.warnings.push_back(place + ": " + text);
      warn_of_refused_values(std::string(key), place);
    } else {
      to.unusable = true;
      note(key, place + ": " + schemas.error().message);
    }
  }

  /// Warns of values that the schema will refuse. Without this check the first hook or Helm run that needs
  /// the section would report them. The values of files belong to all layers, so openapi/values.yaml judges
  /// them; a module without that file has only config-values.yaml. Missing names are not reported, because
  /// another layer may set them; defaults have warnings of their own.
  void warn_of_refused_values(const std::string& key, const std::string& place) {
    const auto& section = values_.sections[key];
    const auto& rules = section.schemas.values ? section.schemas.values : section.schemas.config;
    const auto* file = section.schemas.values ? "openapi/values.yaml" : "openapi/config-values.yaml";
    if (!rules) return;
    const values::section_layers layers{.statics = section.layers, .files = section.files, .schemas = section.schemas};
    const auto values = values::unpatched_values(layers);
    // The other schema of the section may mark a secret that this schema does not mark.
    const auto shown = values::view_of_values(section.schemas, values, values::secrets::hidden);
    schema::notes notes;
    // Violations by missing names are part of the list, so the limit includes them.
    const schema::schema::check looked_at{.limits = {.count = 1'000, .bytes = std::size_t{1} << 20}};
    for (auto& violation : rules->validate(values, key, looked_at)) {
      const text::json_pointer inside{{violation.place.tokens.begin() + 1, violation.place.tokens.end()}};
      if (violation.is_missing || !is_said(section, inside)) continue;
      if (is_hidden(values, shown, inside)) violation.found = schema::found_hidden;
      schema::violations one;
      one.keep(violation);
      notes.note(file, values::describe(one, layers, text::json::object({{key, values}})));
    }
    for (const auto& line : notes.lines()) values_.warnings.push_back(place + ": " + line);
  }

  static bool is_said(const static_section& section, const text::json_pointer& place) {
    return std::any_of(section.layers.begin(), section.layers.end(),
                       [&](const text::json& layer) { return text::find_at(layer, place) != nullptr; });
  }

  /// Whether the view hides the value. Messages never write containers out, so a container needs no hiding.
  static bool is_hidden(const text::json& values, const text::json& shown, const text::json_pointer& place) {
    const auto* value = text::find_at(values, place);
    if (!value || value->is_object() || value->is_array()) return false;
    const auto* found = text::find_at(shown, place);
    return !found || *found != *value;
  }

  const static_files& files_;
  std::vector<text::json> common_;
  static_values values_;
};

} // namespace

static_values read_static_values(const static_files& files) {
  return static_reader(files).read();
}

} // namespace core::config
