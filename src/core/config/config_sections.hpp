#pragma once

#include "core/config/displaced_keys.hpp"
#include "core/config/misspelt_keys.hpp"
#include "core/config/module_pause.hpp"
#include "core/values/config_map_state.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/hook_keys.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::config {

/// The maximal size of a ConfigMap: the bytes of all its values together (Kubernetes, MaxSecretSize).
inline constexpr std::size_t config_map_bytes_max = std::size_t{1} << 20;

/// A key of the ConfigMap that cannot be used.
struct section_error {
  std::string key;          ///< of the ConfigMap
  std::string section;      ///< the values key of the affected section: `global`, `ingressNginx`
  std::string reason;       ///< names line and cause
  bool is_bad_name = false; ///< no module can have this key

  friend bool operator==(const section_error&, const section_error&) = default;
};

/// A key of the ConfigMap that has no effect here.
struct ignored_key {
  std::string key;
  std::string reason;

  friend bool operator==(const ignored_key&, const ignored_key&) = default;
};

/// The content of a ConfigMap. Sections are objects; an absent section is not in the map.
struct configuration {
  std::map<std::string, text::json, std::less<>> sections; ///< by values key, including `global`
  values::flag_layer flags;
  values::flag_layer
    written_flags; ///< the flags of the keys `xEnabled`; in `flags` a section that is `false` overrides them
  std::set<std::string> switched_off;                      ///< sections that are `false`
  std::map<std::string, module_pause, std::less<>> paused; ///< modules that stay as they are, by values key
  std::set<std::string> keys;                              ///< all keys of the ConfigMap, whatever their values
  std::set<std::string> blank;                             ///< sections with a blank text, see `is_blank_text`
  std::set<std::string> of_hooks; ///< sections that config values patches of hooks have made, and no user has edited
  /// The keys that hooks have stored, without `sections`; null: none. Keys that the ConfigMap lacks are in
  /// the sections all the same (`stored_keys`).
  std::shared_ptr<const values::hook_key_standing> hook_keys;
  displaced_keys displaced; ///< places where known keys may stand without being read
  /// Known keys that keep their content, because the edit that has removed them has also added a probable
  /// misspelling of the key, or has moved the key to a place where it is not read.
  std::vector<misspelt_key> kept;
  std::vector<section_error> errors; ///< in the order of the keys; binary and kept keys last
  std::vector<ignored_key> ignored;  ///< for any set of modules; in the order of the keys
  std::string version;               ///< resourceVersion of the ConfigMap; empty: there is no ConfigMap
  values::config_map_state state = values::config_map_state::absent;
  bool is_away = false;     ///< the ConfigMap is deleted, and its last content still counts
  std::uint64_t number = 0; ///< the newer of two configurations has the higher number

  [[nodiscard]] const text::json* section(std::string_view key) const;
  /// @param content null: there is no such section
  void set_section(const std::string& key, const text::json* content);
  /// For people: `ConfigMap (version 4711)`, `ConfigMap (there is none)`.
  [[nodiscard]] std::string name() const;
};

/// Reads the data of a ConfigMap. A wrong key is an error of that key alone: it keeps its content from
/// `previous`, and all other keys are read as usual. `x: "false"` disables module x. A blank section counts
/// as absent.
///
/// Keys of modules that do not exist are read like any key. If an edit adds an unknown key and removes a
/// known key that differs from it by a letter or two, the edit is a slip: the known key keeps its value and
/// is an error, until a later edit repairs either key. It is a slip, too, if the edit moves the key to where
/// it is not read, see `displaced_keys`.
/// @param known keys with a meaning, see `known_config_keys`; empty: no edit is a slip
/// @param binary keys of `binaryData`: they exist, and their values cannot be read. A key with a meaning is
/// an error then, any other key has no effect.
[[nodiscard]] configuration read_configuration(const std::map<std::string, std::string>& data,
                                               const configuration& previous = {},
                                               const std::set<std::string>& known = {},
                                               const std::set<std::string>& binary = {});

/// The configuration to use while a deleted ConfigMap may come back: its last content, overlaid by the
/// sections that hooks have written since.
/// @param last the configuration before the ConfigMap was deleted
/// @param now the current configuration
[[nodiscard]] configuration kept_while_absent(const configuration& last, const configuration& now);

/// The differences between two configurations, by values key.
struct configuration_change {
  bool global = false;
  std::set<std::string> modules; ///< sections that differ
  std::set<std::string> flags;
  std::set<std::string> pauses; ///< modules that are paused, or paused no more, or with another remark
  bool errors = false;          ///< keys that cannot be used, or have no effect
  bool keys = false;            ///< a key was added or removed, even with an empty section, or has become blank
  bool state = false;           ///< the state of the ConfigMap has changed, or the authors of a section

  [[nodiscard]] bool empty() const noexcept {
    return !global && modules.empty() && flags.empty() && pauses.empty() && !errors && !keys && !state;
  }
};

[[nodiscard]] configuration_change differences(const configuration& before, const configuration& after);

/// The content of a section as it is written in a values file or a ConfigMap.
struct section_content {
  text::json value = text::json::object();
  bool disables = false; ///< the section is `false`, which switches the module off
};

/// True for a section that counts as absent: a key without a value, or with a blank text.
[[nodiscard]] bool is_blank_section(const text::json& value);

/// True for a text without content in the ConfigMap: no character, `null`, `~` or `""`. A template whose
/// variable is not set leaves such a text. A comment alone is not blank: its author wants the section to be
/// empty.
/// @param value of the text
[[nodiscard]] bool is_blank_text(std::string_view text, const text::json& value);

/// Reads a section: an object, `false` or `"false"`; anything else is an error.
/// @pre it is not blank
[[nodiscard]] base::result<section_content> read_section(const text::json& value);

} // namespace core::config
