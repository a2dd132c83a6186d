#include "core/config/config_sections.hpp"

#include "base/excerpt.hpp"
#include "core/config/kept_keys.hpp"
#include "core/values/names.hpp"
#include "text/json/tree_weight.hpp"
#include "text/yaml/yaml.hpp"

#include <algorithm>

namespace core::config {
namespace {

/// The message leaves out the text, which may be long or secret. Flux and other tools decrypt the values of
/// SOPS (`ENC[AES256_GCM,…]`) before they apply an object.
std::string kind_of_text(std::string_view text) {
  if (text.starts_with("ENC["))
    return "a text that SOPS has encrypted: the ConfigMap was applied without decryption, so all of its keys are "
           "unreadable";
  return "a text of " + std::to_string(text.size()) + " bytes";
}

std::string kind_of(const text::json& value) {
  if (value.is_string()) return kind_of_text(value.as_string());
  if (value.is_array()) return "a list";
  return value.is_number() ? "a number" : value.dump();
}

const char* words_of(slip_kind kind) {
  switch (kind) {
    case slip_kind::letters: return "no module has";
    case slip_kind::unusable: return "cannot be used and may hold the former key";
    case slip_kind::nested: return "has no effect there";
    case slip_kind::commented: return "is a comment";
    case slip_kind::flag_of_none: return "is true, although no module has it";
  }
  return "";
}

/// Reads the keys of a ConfigMap in order.
class configuration_reader {
public:
  configuration_reader(const configuration& previous, const std::set<std::string>& known)
    : previous_(previous), known_(known) {}

  void read(const std::string& key, const std::string& text) {
    if (!note(key)) return;
    if (const auto section = values::key_of_flag(key))
      read_flag(key, *section, base::trimmed(text));
    else if (const auto paused = values::key_of_maintenance(key))
      read_maintenance(key, *paused, text);
    else
      read_content(key, text);
  }

  /// Refuses a key of `binaryData`. The key exists, so the user has not removed it: its former value stays.
  void refuse_binary(const std::string& key) {
    if (!note(key)) return;
    const std::string reason = "is in binaryData, which is not read: write it to data, as text in UTF-8";
    const auto section = values::key_of_flag(key);
    const auto paused = values::key_of_maintenance(key);
    const auto& name = section ? *section : paused ? *paused : key;
    const bool is_meant = known_.empty() ? values::is_module_key(name) : known_.contains(key);
    if (!is_meant) {
      if (!known_.empty()) config_.displaced.unusable.insert(key);
      return ignore(key, "it " + reason);
    }
    if (section)
      keep_flag(key, name, "module enabled key '" + key + "' " + reason);
    else if (paused)
      keep_pause(key, name, "maintenance key '" + key + "' " + reason);
    else
      refuse_content(key, "key '" + key + "' " + reason);
  }

  /// Keeps the former value of the key that the user has probably misspelt, or written in another place.
  void keep(misspelt_key slip) {
    const auto is_same = [&](const auto& x) { return x.meant == slip.meant; };
    const bool is_known = std::any_of(config_.kept.begin(), config_.kept.end(), is_same);
    const auto reason = "key '" + slip.meant + "' has gone, and '" + slip.written + "' has come, which "
                        + words_of(slip.kind) + ": '" + slip.meant + "' keeps its former value until '" + slip.written
                        + "' is corrected or removed, or '" + slip.meant + "' is written again";
    config_.kept.push_back(std::move(slip));
    if (is_known) return;
    const auto& meant = config_.kept.back().meant;
    if (const auto section = values::key_of_flag(meant))
      keep_flag(meant, *section, reason);
    else if (const auto paused = values::key_of_maintenance(meant))
      keep_pause(meant, *paused, reason);
    else
      refuse_content(meant, reason);
  }

  [[nodiscard]] const displaced_keys& displaced() const noexcept { return config_.displaced; }

  configuration finish() {
    config_.flags = config_.written_flags;
    for (const auto& key : config_.switched_off) {
      auto& flag = config_.flags[key];
      // The section says `false` and the flag says `true`. The section counts, so the flag is reported as a
      // key without effect.
      if (flag) ignore(values::enabled_key(key), "the key '" + key + "' is false, which counts");
      flag = false;
    }
    if (more_ignored_ > 0)
      config_.ignored.push_back({others, std::to_string(more_ignored_) + " more keys have no effect"});
    if (more_strange_ > 0)
      config_.errors.push_back(
        {.key = others,
         .section = others,
         .reason = "ConfigMap: " + std::to_string(more_strange_) + " more keys cannot be used, and no module has them",
         .is_bad_name = true});
    return std::move(config_);
  }

private:
  /// False for a key beyond the bound of keys without a module.
  bool note(const std::string& key) {
    if (!known_.empty() && !known_.contains(key) && ++unknown_ > unknown_max) {
      ++more_ignored_;
      return false;
    }
    config_.keys.insert(key);
    return true;
  }

  void read_flag(const std::string& key, const std::string& section, std::string_view text) {
    if (section == values::global_key) return ignore(key, "the global section cannot be switched on or off");
    if (!values::is_module_key(section))
      return refuse_name(key, section, values::enabled_key(values::to_camel(section)));
    if (text == "true" || text == "false") {
      config_.written_flags[section] = text == "true";
      if (text == "true" && !known_.empty() && !known_.contains(key)) config_.displaced.flags_of_none.insert(key);
      return;
    }
    // A blank flag is an error, unlike a blank section: the user has meant true or false, and a wrong guess
    // would remove a release.
    const bool has_value = !text.empty() && text != "null" && text != "~";
    keep_flag(key, section,
              "module enabled key '" + key + "' should have a boolean value, "
                + (has_value ? "got " + kind_of_text(text) : "and has none") + ": write \"true\" or \"false\"");
  }

  void keep_flag(const std::string& key, const std::string& section, std::string reason) {
    const auto before = previous_.written_flags.find(section);
    if (before != previous_.written_flags.end()) config_.written_flags[section] = before->second;
    refuse(key, section, std::move(reason));
  }

  void read_maintenance(const std::string& key, const std::string& section, std::string_view text) {
    if (section == values::global_key) return ignore(key, "the global section cannot be paused: pause modules");
    if (!values::is_module_key(section))
      return refuse_name(key, section, values::maintenance_key(values::to_camel(section)));
    const auto pause = read_pause(text);
    if (!pause) return keep_pause(key, section, "maintenance key '" + key + "' " + pause.error().message);
    if (*pause) config_.paused.emplace(section, **pause);
  }

  /// A text that cannot be read neither pauses a module nor ends its pause.
  void keep_pause(const std::string& key, const std::string& section, std::string reason) {
    if (const auto before = previous_.paused.find(section); before != previous_.paused.end())
      config_.paused.insert(*before);
    refuse(key, section, std::move(reason));
  }

  void read_content(const std::string& key, const std::string& text) {
    if (!values::is_module_key(key)) return refuse_name(key, key, values::to_camel(key));
    if (!known_.empty()) config_.displaced.take_comments(key, text, known_);
    const auto parsed = text::parse_yaml(text, spare_);
    if (!parsed) return refuse_content(key, "bad yaml at key '" + key + "': " + parsed.error().message);
    if (is_blank_text(text, *parsed)) config_.blank.insert(key);
    if (is_blank_section(*parsed)) return;
    if (key == values::global_key && !parsed->is_object())
      return refuse_content(key, "load 'global' values: must be a map, got " + kind_of(*parsed));
    if (key == values::global_key && parsed->find(values::enabled_modules_key) != nullptr)
      ignore("global.enabledModules", values::enabled_modules_reason);
    auto content = read_section(*parsed);
    if (!content) return refuse_content(key, "load '" + key + "' values: " + content.error().message);
    if (!known_.empty()) config_.displaced.take_section(key, content->value, known_);
    if (content->disables)
      config_.switched_off.insert(key);
    else
      config_.sections[key] = std::move(content->value);
  }

  /// Keeps the previous content of the section: its values, or the `false` that switched the module off.
  void refuse_content(const std::string& key, std::string reason) {
    if (const auto* before = previous_.section(key))
      config_.sections[key] = *before;
    else if (previous_.switched_off.contains(key))
      config_.switched_off.insert(key);
    refuse(key, key, std::move(reason));
  }

  void refuse(const std::string& key, const std::string& section, std::string reason, bool is_bad_name = false) {
    const bool is_strange = !known_.contains(key) && !known_.contains(section);
    if (is_strange && !known_.empty()) config_.displaced.unusable.insert(key);
    if (is_strange && strange_ == said_max) {
      ++more_strange_;
      return;
    }
    if (is_strange) ++strange_;
    config_.errors.push_back(
      {.key = key, .section = section, .reason = "ConfigMap: " + std::move(reason), .is_bad_name = is_bad_name});
  }

  void refuse_name(const std::string& key, const std::string& section, const std::string& better) {
    refuse(key, section, "bad module name '" + section + "': should be camelCased: consider '" + better + "'", true);
  }

  void ignore(const std::string& key, const std::string& reason) {
    if (config_.ignored.size() == said_max)
      ++more_ignored_;
    else
      config_.ignored.push_back({key, reason});
  }

  /// The maximal number of errors about unknown keys, of which there may be a hundred thousand. Errors about
  /// keys of modules are all reported.
  static constexpr std::size_t said_max = 100;
  /// Keys without a module are read, because they may be meant for a future module, but only up to a limit.
  static constexpr std::size_t unknown_max = 1'000;
  static constexpr const char* others = "(others)";

  const configuration& previous_;
  const std::set<std::string>& known_;
  std::size_t unknown_ = 0;
  std::size_t strange_ = 0;
  std::size_t more_strange_ = 0;
  std::size_t more_ignored_ = 0;
  configuration config_;
  std::size_t spare_ = text::spare_weight; ///< of all sections together: there may be very many
};

/// The keys with different values; a missing value is equal to `absent`.
template <class Map, class Value>
std::set<std::string> different_keys(const Map& a, const Map& b, const Value& absent) {
  const auto value_in = [&](const Map& map, const std::string& key) -> Value {
    const auto at = map.find(key);
    return at == map.end() ? absent : Value(at->second);
  };
  std::set<std::string> keys;
  for (const auto* map : {&a, &b})
    for (const auto& [key, value] : *map)
      if (!(value_in(a, key) == value_in(b, key))) keys.insert(key);
  return keys;
}

} // namespace

const text::json* configuration::section(std::string_view key) const {
  const auto at = sections.find(key);
  return at == sections.end() ? nullptr : &at->second;
}

void configuration::set_section(const std::string& key, const text::json* content) {
  if (content)
    sections[key] = *content;
  else
    sections.erase(key);
}

std::string configuration::name() const {
  return version.empty() ? "ConfigMap (there is none)" : "ConfigMap (version " + version + ")";
}

configuration read_configuration(const std::map<std::string, std::string>& data, const configuration& previous,
                                 const std::set<std::string>& known, const std::set<std::string>& binary) {
  configuration_reader reader(previous, known);
  // A key of `binaryData` cannot be read, but it exists: it must not look like a removed key.
  std::set<std::string> written = binary;
  for (const auto& [key, text] : data) {
    reader.read(key, text);
    written.insert(key);
  }
  for (const auto& key : binary) reader.refuse_binary(key);
  for (auto& slip : kept_keys(written, previous, known, reader.displaced())) reader.keep(std::move(slip));
  return reader.finish();
}

configuration kept_while_absent(const configuration& last, const configuration& now) {
  auto kept = last;
  kept.version = now.version;
  kept.state = now.state;
  kept.is_away = true;
  kept.hook_keys = now.hook_keys;
  for (const auto& [key, content] : now.sections) {
    if (!last.keys.contains(key) && now.of_hooks.contains(key)) kept.of_hooks.insert(key);
    kept.set_section(key, &content);
  }
  return kept;
}

configuration_change differences(const configuration& before, const configuration& after) {
  configuration_change change;
  // An absent section and an empty section give the same values.
  change.modules = different_keys(before.sections, after.sections, text::json::object());
  change.global = change.modules.erase(std::string(values::global_key)) > 0;
  change.flags = different_keys(before.flags, after.flags, std::optional<bool>());
  change.pauses = different_keys(before.paused, after.paused, std::optional<module_pause>());
  change.errors = before.errors != after.errors || before.ignored != after.ignored;
  change.keys = before.keys != after.keys || before.blank != after.blank;
  change.state = before.state != after.state || before.of_hooks != after.of_hooks;
  return change;
}

bool is_blank_section(const text::json& value) {
  return value.is_null() || (value.is_string() && base::trimmed(value.as_string()).empty());
}

bool is_blank_text(std::string_view text, const text::json& value) {
  if (!is_blank_section(value)) return false;
  bool has_comment = false;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = base::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && !line.starts_with('#')) return true;
    has_comment = has_comment || !line.empty();
  }
  return !has_comment;
}

base::result<section_content> read_section(const text::json& value) {
  if (value.is_object()) return section_content{.value = value, .disables = false};
  const bool disables =
    (value.is_bool() && !value.as_bool()) || (value.is_string() && base::trimmed(value.as_string()) == "false");
  if (disables) return section_content{.value = text::json::object(), .disables = true};
  return base::fail(base::error_code::invalid_input,
                    "module config should be a map, or false to disable the module. Got: " + kind_of(value));
}

} // namespace core::config
