#pragma once

#include "core/values/blank_values.hpp"
#include "core/values/config_map_state.hpp"
#include "core/values/hook_keys.hpp"
#include "core/values/shared_names.hpp"
#include "core/values/value_hooks.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace core::values {

/// A source of a module's values. If a source is missing, it may have been lost by mistake.
enum class value_source {
  config_map,
  section,              ///< the module's section of the ConfigMap
  section_of_hooks,     ///< `section`, if only config values patches of hooks have written it
  global_section,       ///< section `global` of the ConfigMap
  global_of_hooks,      ///< `global_section`, if only hooks have written it
  common_file,          ///< values.yaml of the directory of modules
  module_file,          ///< values.yaml of the module
  config_schema,        ///< openapi/config-values.yaml of the module, for its defaults
  values_schema,        ///< openapi/values.yaml of the module
  global_config_schema, ///< openapi/config-values.yaml of the global hooks
  global_values_schema, ///< openapi/values.yaml of the global hooks
  common_section,       ///< the module's section in values.yaml of the directory of modules
  common_global,        ///< section `global` in values.yaml of the directory of modules
  module_section,       ///< the module's section in its own values.yaml
};
using value_sources = std::set<value_source>;

/// Stands for the digest of hook values while hooks have set no values.
inline constexpr std::string_view no_hook_values = "none";

/// The sources as the value of a label (Kubernetes, LabelValueMaxLength: 63 characters).
[[nodiscard]] std::string label_of(const value_sources& x);

/// Parses the label's value. Unknown words, for example of a later version, are skipped.
[[nodiscard]] value_sources read_value_sources(std::string_view label);

/// The current sources of a module's values, and the edits and hook runs that have changed them since the
/// operator has started.
struct value_standing {
  value_sources present;                   ///< empty sources count, `blank` sources do not
  value_sources taken_away;                ///< sections that an edit has removed
  bool is_edited = false;                  ///< an edit has changed the module's own section
  hook_standings hooks{};                  ///< of the module's own hooks and of global hooks
  std::string hook_values{no_hook_values}; ///< digest of the values that hooks have set in the module's own section
  values::config_map_state config_map = values::config_map_state::absent;
  /// The values.yaml of the other directories of modules, by path: whether they have a section `global`. That
  /// section is part of the values of every module.
  std::map<std::string, bool> other_globals{};
  std::string global_directory{}; ///< path of the global hooks, for messages; empty: not known
  /// Flags that are `true` without a module of that name: the name, and the source of the flag for messages.
  /// The directories of these modules may have been lost.
  std::map<std::string, std::string> missing_modules{};
  /// Modules whose presence in `global.enabledModules`, or absence from it, is certain and intended; nullopt:
  /// not known.
  std::optional<shared_names> settled_modules{};
  std::map<value_source, std::string> blank{}; ///< sources that exist, each with its key that has no value
  blank_places blank_values{};                 ///< in sections that have other values
  blank_places blank_texts{};                  ///< in files
  hook_key_standing hook_keys{};               ///< in the module's own section and in `global`

  /// The module's own section and `global`, as users and hooks have written them into the ConfigMap.
  text::json sections = text::json::object();

  friend bool operator==(const value_standing&, const value_standing&) = default;
};

/// True if an upgrade that was held with `held_by` must be decided again with `now`. Values that hooks keep
/// changing are no reason to decide again.
[[nodiscard]] bool is_decided_again(const value_standing& held_by, const value_standing& now);

} // namespace core::values
