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

/// The changes of merged values by this configuration.
struct configuration_applied {
  base::origin origin;
  bool global_changed = false;
  bool unblocked = false;                   ///< a section without valid content before has it now
  bool wishes_changed = false;              ///< flags in the ConfigMap, or its authors, have changed
  std::vector<std::string> flags_changed;   ///< module names
  std::vector<std::string> modules_changed; ///< module names
  std::vector<std::string> repaired;        ///< keys of sections that no longer have a problem
  std::vector<std::string> problems;        ///< a line for each invalid section
  bool config_map_invalid = false;          ///< the ConfigMap has a problem, not only files
};

/// Requests the values files for a run.
struct read_values {
  base::origin origin;
  std::string module; ///< empty: global hook
  /// For `enabled` scripts: the modules found enabled before this module. Empty: the list of the last
  /// discovery.
  std::optional<std::vector<std::string>> enabled_before;
  std::string hook; ///< the hook that gets the files; empty: no hook
};
struct values_read {
  base::origin origin;
  base::result<void> result;
  std::shared_ptr<const text::text_pieces> config_values; ///< for CONFIG_VALUES_PATH; null: failure
  std::shared_ptr<const text::text_pieces> values;        ///< for VALUES_PATH
  std::uint64_t revision = 0;
  bool awaits_end = false; ///< the hook is not trusted yet, so `note_hook_end` must follow
  std::shared_ptr<const core::values::value_standing>
    standing{}; ///< the sources of these values; only for `enabled_before`
  /// `values` without the values that hooks of the module have set; only for `enabled_before`. Null: these
  /// hooks have set no values.
  std::shared_ptr<const text::text_pieces> unpatched{};
};

/// The hooks of a module, or the global hooks, with a valid configuration.
struct know_hooks {
  base::origin origin;
  std::string module;                                      ///< empty: global hooks
  std::map<std::string, std::string> occasions;            ///< hook -> when it runs, for messages
  std::map<std::string, std::set<std::string>> bindings{}; ///< hook -> names of its bindings
};

/// The end of a hook's run. Sent if no earlier run of the hook is trusted, or if this run is doubtful.
struct note_hook_end {
  base::origin origin;
  std::string module; ///< empty: a global hook
  std::string hook;
  bool is_success = false;
  std::string occasion; ///< the binding it has run for
  std::string doubt;    ///< why the values of a success are doubtful; may be empty
};

/// Requests the values for Helm, checked against the schema with x-required-for-helm.
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
  std::string script_grounds{}; ///< see `note_script_grounds`; empty: no script has answered yes
};

/// The `enabled` script of a module has answered yes. The module's release notes the grounds of the answer.
struct note_script_grounds {
  base::origin origin;
  std::string module;
  std::string grounds; ///< see `core::releases::script_grounds_label`
};

/// The upgrade of a module's release is held, because a source of its values may have been lost. When the
/// sources change, the module is run again.
struct note_held_release {
  base::origin origin;
  std::string module;
  std::optional<core::values::value_standing> standing; ///< at the hold; empty: the hold is over
};

/// Released modules that their `enabled` script switches off, although sources are missing that the script
/// may need to read. When all sources of a module are back, modules are discovered again. The list replaces
/// the list of the last message.
struct note_doubted_modules {
  base::origin origin;
  std::vector<core::releases::refused_module> modules;
};

/// Checks the patches that a hook has written. If they can be applied, the section is reserved until the
/// commit or `release_reservation`, so that no other change can make the commit fail. If other changes wait,
/// a reservation expires after 30 s; the commit is then checked again.
struct check_hook_output {
  base::origin origin;
  std::string module; ///< empty: global hook
  std::string hook;
  std::string config_patch;
  std::string values_patch;
  std::string doubt{};       ///< see `commit_hook_output`
  bool is_in_outage = false; ///< the API server was away during the run: `is_change` is wanted
};
struct output_checked {
  base::origin origin;
  base::result<void> result;
  std::uint64_t ticket = 0; ///< number of the reservation; 0: the check has failed
  /// After a failure: faults in values files, which a change of the hook cannot repair. Without secrets.
  /// Empty: no faults.
  std::string faults_of_files{};
  /// After a failure: the run is in doubt, and its config values patch takes a value away.
  bool is_taking_in_doubt = false;
  /// After a success in an outage: the patches change values or flags.
  bool is_change = false;
};

/// Ends a reservation without a commit.
struct release_reservation {
  base::origin origin;
  std::uint64_t ticket = 0;
};

/// INTERNAL: a reservation has expired, because other changes wait.
struct reservation_over {
  base::origin origin;
  std::uint64_t ticket = 0;
};

struct commit_hook_output {
  base::origin origin;
  std::uint64_t ticket = 0; ///< number from `output_checked`
  std::string module;
  std::string hook;
  std::string config_patch;
  std::string values_patch;
  bool announce_changes = false; ///< report the changes to the SUPERVISOR
  std::string occasion{};        ///< the binding it has run for
  std::string doubt{};           ///< why the values are doubtful; may be empty
};
struct output_committed {
  base::origin origin;
  base::result<void> result;
  bool changed = false; ///< the owner's merged section, a flag, or a doubt about a flag has changed
  std::uint64_t revision = 0;
  /// The first of the changed values for people, `web.time, web.size`. Empty after a commit that announces
  /// its changes.
  std::string values{};
};

struct read_flags {
  base::origin origin;
};
/// The merged flags, without the answers of `enabled` scripts.
struct flags_read {
  base::origin origin;
  std::map<std::string, bool> enabled;         ///< module -> flag; without unreadable flags
  std::map<std::string, std::string> unusable; ///< module -> why it cannot run: invalid section, broken schema
  std::optional<std::string> nothing_runs;     ///< a fault in the section `global`, so that no module can run
  std::vector<std::string> problems; ///< as in `configuration_applied`: a flag decides whether a section is judged
  bool config_map_invalid = false;
  core::values::config_map_state config_map = core::values::config_map_state::absent;
  bool is_config_map_empty = false;   ///< the ConfigMap has no content at all
  std::set<std::string> switched_off; ///< names (of modules or not) with the flag `false` in a source
  std::set<std::string> vanished;     ///< names (of modules or not) whose flags have gone together, see `config_edits`
  std::map<std::string, core::values::doubted_run>
    doubted_off; ///< names (of modules or not) that only a run in doubt has switched off
  std::map<std::string, core::values::flag_source>
    wanted_without_module;                 ///< names without a module that have the flag `true`, and its source
  std::set<std::string> sections_of_users; ///< names, of modules or not, with a section that users have written
  std::map<std::string, std::set<core::values::flag_source>>
    left_out; ///< names whose flag is `true` in these sources, which do not count
  std::map<std::string, core::values::flag_source>
    decided_by; ///< module -> the source whose flag counts, if there is any
  std::map<std::string, std::string>
    flag_setters; ///< module -> the global hook whose patch was the last to name its flag
  std::map<std::string, std::string>
    misspelt; ///< module -> words about a key of the ConfigMap that may be meant as its flag
  std::uint64_t revision = 0;
};

struct modules_discovered {
  base::origin origin;
  std::vector<std::string> named;   ///< see `core::modules::discovered_modules`
  std::set<std::string> given_up{}; ///< see `core::modules::discovered_modules`
};

struct drop_module_values {
  base::origin origin;
  std::string module;
};

// -- the CONFIG WATCHER

struct read_configuration {
  base::origin origin;
};
/// This replica leads from now on. The answer comes when the keys are read that hooks of the former leader
/// have stored.
struct lead_configuration {
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
  std::optional<text::json> before; ///< the expected old section; empty: it is expected to be absent
  std::string by;                   ///< for messages: `hook 'hooks/a.sh' of module 'web'`
};
struct section_written {
  base::origin origin = {};
  base::result<void> result = {};
  bool is_overtaken = false; ///< the section was not as expected, so it was not written
  /// The content of the ConfigMap after the write; if it was overtaken, the current content. Null: the write
  /// has failed.
  std::shared_ptr<const core::config::configuration> configuration = {};
  std::string version = {}; ///< resourceVersion after the write
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

/// INTERNAL: an overtaken write must be tried again.
struct section_write_due {
  base::origin origin;
  std::uint64_t write = 0;
};

/// INTERNAL: a write is slow.
struct section_write_slow {
  base::origin origin;
  std::uint64_t write = 0;
};

/// INTERNAL: the ConfigMap may have been absent long enough to count as deleted.
struct absence_over {
  base::origin origin;
  std::uint64_t number = 0; ///< number of the absence
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
ACTORS_MESSAGE(actors::messages::lead_configuration)
ACTORS_MESSAGE(actors::messages::read_configuration)
ACTORS_MESSAGE(actors::messages::configuration_read)
ACTORS_MESSAGE(actors::messages::write_section)
ACTORS_MESSAGE(actors::messages::section_written)
ACTORS_MESSAGE(actors::messages::write_pause)
ACTORS_MESSAGE(actors::messages::pause_written)
ACTORS_MESSAGE(actors::messages::section_write_due)
ACTORS_MESSAGE(actors::messages::section_write_slow)
ACTORS_MESSAGE(actors::messages::absence_over)
