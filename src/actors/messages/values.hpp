#pragma once

#include "actors/framework/actor.hpp"
#include "base/error.hpp"
#include "core/config/config_sections.hpp"
#include "core/releases/script_doubt.hpp"
#include "core/values/doubted_run.hpp"
#include "core/values/value_source.hpp"
#include "text/plain/text_pieces.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::messages {

struct apply_configuration {
  base::origin origin;
  std::shared_ptr<const core::config::configuration> configuration;
};

/// The differences between the previous configuration and this configuration, in merged values.
struct configuration_applied {
  base::origin origin;
  bool global_changed = false;
  bool unblocked = false;                   ///< a section without valid content has valid content now
  bool wishes_changed = false;              ///< flags of the ConfigMap, of modules or of unknown names, or its authors
  std::vector<std::string> flags_changed;   ///< module names
  std::vector<std::string> modules_changed; ///< module names
  std::vector<std::string> repaired;        ///< sections that had a problem and have no problem now, by key
  std::vector<std::string> problems;        ///< a line for each section that is invalid or breaks its schema
  bool config_map_invalid = false;          ///< a problem is in the ConfigMap, not only in files
};

/// The values files for a run.
struct read_values {
  base::origin origin;
  std::string module; ///< empty: global hook
  /// For `enabled` scripts: the modules found enabled before this module. Empty: the list of the last
  /// discovery.
  std::optional<std::vector<std::string>> enabled_before;
  std::string hook; ///< the hook that gets them; empty: no hook
};
struct values_read {
  base::origin origin;
  base::result<void> result;
  std::shared_ptr<const text::text_pieces> config_values; ///< for CONFIG_VALUES_PATH; null: there is no result
  std::shared_ptr<const text::text_pieces> values;        ///< for VALUES_PATH
  std::uint64_t revision = 0;
  bool awaits_end = false; ///< no run of the hook is trusted yet: `note_hook_end` must report the end of this run
  std::shared_ptr<const core::values::value_standing>
    standing{}; ///< the sources of these values; only for `enabled_before`
  /// The same values without those that hooks of the module have set; only for `enabled_before`. Null: they
  /// have set none.
  std::shared_ptr<const text::text_pieces> unpatched{};
};

/// The hooks of a module, or the global hooks, that configured successfully.
struct know_hooks {
  base::origin origin;
  std::string module;                                      ///< empty: global hooks
  std::map<std::string, std::string> occasions;            ///< hook -> when it runs, for people
  std::map<std::string, std::set<std::string>> bindings{}; ///< hook -> names of its bindings
};

/// The end of a hook's run. Sent if no earlier run of the hook is trusted, or if this run is doubtful.
struct note_hook_end {
  base::origin origin;
  std::string module; ///< empty: a global hook
  std::string hook;
  bool is_success = false;
  std::string occasion; ///< the binding it has run for
  std::string doubt;    ///< of a success: the reason not to believe its values; may be empty
};

/// The values for Helm, checked against the schema with x-required-for-helm.
struct read_helm_values {
  base::origin origin;
  std::string module;
};
struct helm_values_read {
  base::origin origin;
  base::result<std::shared_ptr<const std::string>> values;
  std::uint64_t revision = 0;
  std::optional<core::values::flag_source> wanted_by{}; ///< the source that switches the module on
  core::values::value_standing standing{};
  std::string script_grounds{}; ///< see `note_script_grounds`; empty: no script has said yes
};

/// The `enabled` script of a module has said yes. The release notes on which grounds.
struct note_script_grounds {
  base::origin origin;
  std::string module;
  std::string grounds; ///< see `core::releases::script_grounds_label`
};

/// The release of a module stays as it is, because a source of its values may have been lost. When the
/// sources change, the module is run again.
struct note_held_release {
  base::origin origin;
  std::string module;
  std::optional<core::values::value_standing> standing; ///< the sources for which it is held; empty: the hold is over
};

/// Released modules whose `enabled` script says no while places that it may have to read are missing. When
/// all places of a module are back, the modules are discovered again. The list replaces the list of the last
/// message.
struct note_doubted_modules {
  base::origin origin;
  std::vector<core::releases::refused_module> modules;
};

/// The patches that a hook has left. If they can be applied, the section is reserved for them: no other
/// change of the section happens until the commit or `release_reservation`, so no other change can make the
/// commit fail. A reservation for which other changes wait ends after 30 s by itself; the commit is checked
/// again then.
struct check_hook_output {
  base::origin origin;
  std::string module; ///< empty: global hook
  std::string hook;
  std::string config_patch;
  std::string values_patch;
};
struct output_checked {
  base::origin origin;
  base::result<void> result;
  std::uint64_t ticket = 0; ///< of the reservation; 0: the check has failed
  /// After a failure: the faults in values files, which no change of the hook can repair. Without secrets;
  /// empty: no fault.
  std::string faults_of_files{};
};

/// Gives a reservation back without a commit.
struct release_reservation {
  base::origin origin;
  std::uint64_t ticket = 0;
};

/// INTERNAL: a reservation for which other changes wait has lasted long enough.
struct reservation_over {
  base::origin origin;
  std::uint64_t ticket = 0;
};

struct commit_hook_output {
  base::origin origin;
  std::uint64_t ticket = 0; ///< of the check
  std::string module;
  std::string hook;
  std::string config_patch;
  std::string values_patch;
  bool announce_changes = false; ///< report the changes to the SUPERVISOR
  std::string occasion{};        ///< the binding it has run for
  std::string doubt{};           ///< the reason not to believe the values; may be empty
};
struct output_committed {
  base::origin origin;
  base::result<void> result;
  bool changed = false; ///< the owner's merged section, a flag, or a doubt about a flag differs
  std::uint64_t revision = 0;
};

struct read_flags {
  base::origin origin;
};
/// The merged flags before `enabled` scripts.
struct flags_read {
  base::origin origin;
  std::map<std::string, bool> enabled;         ///< by module name; without unreadable flags
  std::map<std::string, std::string> unusable; ///< modules that cannot run (invalid section, broken schema) and why
  std::optional<std::string> nothing_runs;     ///< fault in the section `global`: no module can run
  std::vector<std::string> problems; ///< as in `configuration_applied`: a flag decides whether a section is judged
  bool config_map_invalid = false;
  core::values::config_map_state config_map = core::values::config_map_state::absent;
  bool is_config_map_empty = false;   ///< the ConfigMap has no content at all
  std::set<std::string> switched_off; ///< names, of modules or not, whose flag a source has set to `false`
  std::map<std::string, core::values::doubted_run>
    doubted_off; ///< names, of modules or not, that only a run in doubt has switched off; not in `switched_off`
  std::map<std::string, core::values::flag_source>
    wanted_without_module; ///< names of no module whose flag is `true`, and the source that counts
  std::map<std::string, std::set<core::values::flag_source>>
    left_out; ///< names whose flag is `true` in these sources, which do not count
  std::map<std::string, core::values::flag_source>
    decided_by;                                ///< module -> the source whose flag counts, if there is any
  std::map<std::string, std::string> misspelt; ///< module -> key of the ConfigMap that may be meant to be its flag
  std::uint64_t revision = 0;
};

struct modules_discovered {
  base::origin origin;
  std::vector<std::string> named;   ///< by `global.enabledModules`, see `core::modules::discovered_modules`
  std::set<std::string> given_up{}; ///< likewise
};

struct drop_module_values {
  base::origin origin;
  std::string module;
};

// -- the CONFIG WATCHER

struct read_configuration {
  base::origin origin;
};
struct configuration_read {
  base::origin origin;
  base::result<std::shared_ptr<const core::config::configuration>> configuration;
};

/// Writes a section and keeps all other sections as they are in the cluster.
struct write_section {
  base::origin origin;
  std::string key;
  std::string text;                 ///< YAML
  std::optional<text::json> before; ///< the expected section; empty: it is expected to be absent
  std::string by;                   ///< for people: `hook 'hooks/a.sh' of module 'web'`
};
struct section_written {
  base::origin origin = {};
  base::result<void> result = {};
  bool is_overtaken = false; ///< the section differs from the expected section, and was not written
  /// The content of the ConfigMap after the write or instead of it. Null: the write has failed.
  std::shared_ptr<const core::config::configuration> configuration = {};
  std::string version = {}; ///< resourceVersion that the write has made
};

/// Sets the key of the ConfigMap that pauses a module, or removes it.
struct write_pause {
  base::origin origin;
  std::string key;                 ///< `webAppMaintenance`
  std::optional<std::string> text; ///< empty: the key is removed
  std::string by;                  ///< for people
};
struct pause_written {
  base::origin origin;
  base::result<void> result;
};

/// INTERNAL: the next try of a write that was overtaken.
struct section_write_due {
  base::origin origin;
  std::uint64_t write = 0;
};

/// INTERNAL: a write has not ended for a while.
struct section_write_slow {
  base::origin origin;
  std::uint64_t write = 0;
};

/// INTERNAL: an absent ConfigMap may have been away long enough to count as deleted.
struct absence_over {
  base::origin origin;
  std::uint64_t number = 0; ///< of that absence
};

inline std::string summary(const read_values& x) {
  return x.module.empty() ? "global" : x.module;
}
inline std::string summary(const read_helm_values& x) {
  return x.module;
}
inline std::string summary(const note_held_release& x) {
  return x.module + (x.standing ? " is held" : " is held no more");
}
inline std::string summary(const note_doubted_modules& x) {
  return std::to_string(x.modules.size()) + " modules";
}
inline std::string summary(const note_script_grounds& x) {
  return x.module;
}
inline std::string summary(const know_hooks& x) {
  return x.module.empty() ? "global" : x.module;
}
inline std::string summary(const note_hook_end& x) {
  return x.hook + (!x.doubt.empty() ? " is in doubt: " + x.doubt : x.is_success ? " has ended well" : " has failed");
}
inline std::string summary(const commit_hook_output& x) {
  return x.hook;
}
inline std::string summary(const output_committed& x) {
  return x.result
           ? (x.changed ? "values changed, revision " : "nothing changed, revision ") + std::to_string(x.revision)
           : x.result.error().message;
}
inline std::string summary(const write_section& x) {
  return x.key + " for " + x.by;
}
inline std::string summary(const apply_configuration& x) {
  return x.configuration->name();
}
inline std::string summary(const configuration_read& x) {
  return x.configuration ? (*x.configuration)->name() : x.configuration.error().message;
}
std::string summary(const section_written& x);

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::apply_configuration)
ACTORS_MESSAGE(actors::messages::configuration_applied)
ACTORS_MESSAGE(actors::messages::read_values)
ACTORS_MESSAGE(actors::messages::values_read)
ACTORS_MESSAGE(actors::messages::read_helm_values)
ACTORS_MESSAGE(actors::messages::helm_values_read)
ACTORS_MESSAGE(actors::messages::note_held_release)
ACTORS_MESSAGE(actors::messages::note_doubted_modules)
ACTORS_MESSAGE(actors::messages::note_script_grounds)
ACTORS_MESSAGE(actors::messages::know_hooks)
ACTORS_MESSAGE(actors::messages::note_hook_end)
ACTORS_MESSAGE(actors::messages::check_hook_output)
ACTORS_MESSAGE(actors::messages::output_checked)
ACTORS_MESSAGE(actors::messages::release_reservation)
ACTORS_MESSAGE(actors::messages::reservation_over)
ACTORS_MESSAGE(actors::messages::commit_hook_output)
ACTORS_MESSAGE(actors::messages::output_committed)
ACTORS_MESSAGE(actors::messages::read_flags)
ACTORS_MESSAGE(actors::messages::flags_read)
ACTORS_MESSAGE(actors::messages::modules_discovered)
ACTORS_MESSAGE(actors::messages::drop_module_values)
ACTORS_MESSAGE(actors::messages::read_configuration)
ACTORS_MESSAGE(actors::messages::configuration_read)
ACTORS_MESSAGE(actors::messages::write_section)
ACTORS_MESSAGE(actors::messages::section_written)
ACTORS_MESSAGE(actors::messages::write_pause)
ACTORS_MESSAGE(actors::messages::pause_written)
ACTORS_MESSAGE(actors::messages::section_write_due)
ACTORS_MESSAGE(actors::messages::section_write_slow)
ACTORS_MESSAGE(actors::messages::absence_over)
