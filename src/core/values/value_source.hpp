#pragma once

#include "core/values/config_map_state.hpp"
#include "core/values/value_hooks.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace core::values {

/// A source of values of a module. A missing source may have been lost by mistake.
enum class value_source {
  config_map,
  section,              ///< of the module, in the ConfigMap
  section_of_hooks,     ///< the same, if only config values patches of hooks have written it
  global_section,       ///< of the ConfigMap
  global_of_hooks,      ///< the same, if hooks alone have written it
  common_file,          ///< values.yaml of the directory of modules
  module_file,          ///< values.yaml of the module
  config_schema,        ///< openapi/config-values.yaml of the module, for its defaults
  values_schema,        ///< openapi/values.yaml of the module
  global_config_schema, ///< openapi/config-values.yaml of the global hooks
  global_values_schema, ///< openapi/values.yaml of the global hooks
  common_section,       ///< of the module, in values.yaml of the directory of modules
  common_global,        ///< section `global` of that file
  module_section,       ///< of the module, in its values.yaml
};
using value_sources = std::set<value_source>;

/// The digest of hook values if hooks have set no values.
inline constexpr std::string_view no_hook_values = "none";

/// The sources as the value of a label (Kubernetes, LabelValueMaxLength: 63 characters).
[[nodiscard]] std::string label_of(const value_sources& x);

/// Reads such a label. Unknown words, as of a later version, are left out.
[[nodiscard]] value_sources read_value_sources(std::string_view label);

/// The current sources of a module's values, and the edits and hook runs since the operator has started that
/// concern them.
struct value_standing {
  value_sources present;                   ///< also if they are empty, but not if they are blank
  value_sources taken_away;                ///< sections that an edit has removed
  bool is_edited = false;                  ///< an edit has changed the module's own section
  hook_standings hooks{};                  ///< of the module's own hooks and of global hooks
  std::string hook_values{no_hook_values}; ///< digest of the values that hooks have set in the module's own section
  values::config_map_state config_map = values::config_map_state::absent;
  /// The values.yaml of the other directories of modules, by path: whether they have a section `global`. That
  /// section is part of the values of every module.
  std::map<std::string, bool> other_globals{};
  std::string global_directory{}; ///< path of the global hooks, for messages; empty: not known
  /// Names that no module has, whose flag is `true`, and the source of the flag for people. Their directories
  /// may be lost.
  std::map<std::string, std::string> missing_modules{};
  /// Names that `global.enabledModules` has, or that are missing in it by a wish; nullopt: not known.
  std::optional<std::set<std::string>> settled_modules{};
  std::map<value_source, std::string>
    blank{}; ///< places that are there, and the key in them that has nothing behind it

  friend bool operator==(const value_standing&, const value_standing&) = default;
};

/// True if the upgrade of a release that was held with the first standing must be decided again with the
/// second. Values that hooks set again and again are no reason for that.
[[nodiscard]] bool is_decided_again(const value_standing& held_by, const value_standing& now);

} // namespace core::values
