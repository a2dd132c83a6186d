#pragma once

#include "core/values/config_map_state.hpp"
#include "core/values/doubted_run.hpp"
#include "core/values/enabled_flags.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::modules {

/// Whether all global hooks have printed their configuration and run for Synchronization.
enum class hooks_known { all, some };

/// The decision that removes a release.
enum class removal_cause { flag, script, no_module };

/// The reason to doubt the "no" of an `enabled` script or a flag, for people.
struct script_doubt {
  std::string reason;
  std::string next_step;                       ///< `Repair the script`
  removal_cause about = removal_cause::script; ///< script or flag

  friend bool operator==(const script_doubt&, const script_doubt&) = default;
};

/// A release that goes, for people.
struct release_removal {
  std::string release;
  std::string reason;        ///< `flag dbEnabled is false in ConfigMap`
  std::string wanted_before; ///< the source that had switched its module on; empty: not known
  removal_cause cause = removal_cause::flag;

  friend bool operator==(const release_removal&, const release_removal&) = default;
};

/// The result of a discovery (LIFECYCLE-STEPS 4).
/// Why so: docs/decisions/unusable-values-switch-nothing-off.md
struct discovered_modules {
  std::vector<std::string> enabled; ///< in the order of execution
  /// The content of `global.enabledModules`: the enabled modules, and modules whose release stays although no
  /// source switches them on. Charts of other modules have objects for these. In the order of execution, then
  /// names without a directory in byte order.
  std::vector<std::string> named;
  std::set<std::string> held_back; ///< enabled modules that cannot run until a fault is repaired
  std::vector<std::string>
    to_delete; ///< surely disabled, and either active in this process or released by the operator; in the same order
  std::vector<std::string> to_purge; ///< releases of the operator without a module directory, in byte order
  std::vector<std::string> foreign;  ///< disabled modules whose release another Helm has made; in the order of modules
  std::vector<std::string> spared;   ///< would be in `to_purge` if any module were known; in byte order
  /// Releases that would be removed, and stay until a user has written a ConfigMap, because only hooks have;
  /// in byte order.
  std::vector<std::string> kept_without_config_map;
  /// Releases that would be removed, and stay while there are global hooks that do not run; in byte order.
  std::vector<std::string> kept_without_hooks;
  values::config_map_state config_map = values::config_map_state::written;
  /// Releases that would be removed although no written setting asks for it, and stay because there are
  /// several; in byte order.
  std::vector<std::string> unconfirmed;
  /// Modules with a release of which it is unknown whether it is wanted, because some of their files or
  /// values cannot be used. The damage may have removed the other modules; in byte order.
  std::vector<std::string> in_doubt;
  std::map<std::string, std::string>
    misspelt; ///< unconfirmed releases whose flag may be misspelt, and the key that is written
  std::map<std::string, std::string>
    wanted_without_module; ///< unconfirmed releases whose flag is `true`, and its source: no module has their name
  std::map<std::string, std::string>
    of_left_out_source; ///< unconfirmed releases whose flag is `true` in a source that does not count, and the source
  std::map<std::string, std::string>
    of_other_config_map; ///< unconfirmed releases that were made with another ConfigMap
  /// Releases of other platforms, and their platforms: they stay. Releases of modules that are enabled here
  /// are not in the list.
  std::map<std::string, std::string> of_others;
  /// Enabled modules that do not run because their release belongs to another platform, which is named. All
  /// of them are in `held_back`, too.
  std::map<std::string, std::string> kept_for_others;
  std::map<std::string, std::string> wanted_by; ///< module -> the source that has switched it on last, in this process
  /// Names that may be missing from `named` by a wish: a flag says `false`, an `enabled` script says no,
  /// their release is removed, or a change has switched them off while this process ran. Names stay in the
  /// set until they are named again.
  std::set<std::string> given_up;
  std::vector<release_removal> removals; ///< the releases that `to_delete` and `to_purge` name, in byte order
  /// Enabled modules whose `enabled` file is not executable, so that it was not asked; with its path.
  std::map<std::string, std::string> unasked;
  /// Enabled modules that stay as they are, because the "no" of their `enabled` script or their flag is
  /// doubtful; with the reason for the doubt. All of them are in `held_back`, too.
  std::map<std::string, script_doubt> kept_by_doubt;
  std::map<std::string, std::string> off_reasons; ///< module that is not enabled -> why

  /// True if a release stays until its removal is confirmed, until a ConfigMap is written, or until a script
  /// is doubted no more.
  [[nodiscard]] bool holds_removals() const noexcept {
    return !kept_without_config_map.empty() || !unconfirmed.empty() || !kept_by_doubt.empty();
  }
};

/// The doubt about a flag that only a run in doubt has switched off.
[[nodiscard]] script_doubt doubt_of_flag(const std::string& module, const values::doubted_run& run);

/// Releases without a module of their name that are removed, or stay until a user confirms the removal;
/// disabled modules may be among them.
[[nodiscard]] std::set<std::string> releases_without_module(const discovered_modules& found);

/// A release in the operator's namespace.
struct found_release {
  std::string name;
  bool owned = false;             ///< made by this operator or its predecessor: it carries a checksum label
  bool is_uninstalled = false;    ///< only its record is left: its deletion has not come to its end
  bool is_removal_begun = false;  ///< an operator has begun to uninstall it
  bool is_removal_held = false;   ///< a discovery before has held its removal
  bool is_wanted_by_hook = false; ///< a global hook had switched its module on when it was made
  bool is_of_former_name = false; ///< it still carries a name that the platform had before
  std::string other_config_map{}; ///< that it was made with; empty: that of the operator, or not known
  std::string other_platform;     ///< that it belongs to; empty: to this platform, or to no platform
  std::string wanted_by;          ///< the source that had switched its module on when it was made; empty: not known
  std::map<std::string, std::string> value_labels{}; ///< labels that name the sources of its values
  std::optional<values::flag_source> want{};         ///< `wanted_by` as a source
  bool is_want_unknown = false; ///< no label names the source of its flag: the predecessor knows no such label
  std::string script_grounds{}; ///< the label `core::releases::script_grounds_label`; empty: it has none
};

/// The facts that a discovery decides by.
struct discovery_facts {
  std::vector<std::string> modules; ///< all known modules, in the order of execution
  std::set<std::string> enabled;    ///< by flags and `enabled` scripts
  std::set<std::string> held_back;  ///< cannot run: invalid section, broken schema
  std::set<std::string> undecided;  ///< neither enabled nor disabled: their flags or scripts cannot be read
  std::set<std::string> active;     ///< enabled before in this process and not deleted since
  std::vector<found_release> released;
  bool purges_without_modules = false;        ///< an option says that releases without a module go, however many
  std::map<std::string, std::string> unasked; ///< module -> `enabled` file that is not executable
  values::config_map_state config_map = values::config_map_state::written;
  hooks_known global_hooks = hooks_known::all;
  /// Names of modules that are off by a written wish: a flag that says `false`, or the answer of an `enabled`
  /// script. Also names without a module: a flag of the ConfigMap confirms that such a release is to go.
  std::set<std::string> switched_off;
  /// `discovered_modules::unconfirmed` of the previous discovery: the confirmation of one release does not
  /// confirm the rest.
  std::vector<std::string> unconfirmed_before;
  std::set<std::string> refused_by_script;          ///< modules whose `enabled` script says no
  std::map<std::string, std::string> off_reasons;   ///< module that is not enabled -> why
  std::map<std::string, std::string> wanted_by;     ///< enabled module -> the source that switches it on
  std::map<std::string, std::string> wanted_before; ///< `discovered_modules::wanted_by` of the discovery before
  std::vector<std::string> named_before;            ///< `discovered_modules::named` of the discovery before
  std::set<std::string> given_up_before;            ///< `discovered_modules::given_up` of the discovery before
  std::map<std::string, std::string> misspelt;      ///< module -> key of the ConfigMap that may be meant to be its flag
  /// Module -> reason to doubt the "no" of its `enabled` script or its flag. Such a module is in `enabled`
  /// and `held_back`, too.
  std::map<std::string, script_doubt> doubted_no;
  std::set<std::string> place_missing; ///< releases whose `want` is a file that is not there
  std::map<std::string, std::set<values::flag_source>>
    left_out;                       ///< names whose flag is `true` in these sources, which do not count
  bool has_empty_directory = false; ///< a directory of modules has no module, while others have
  /// Names without a module whose flag is `true`, and the source that has set it, for people.
  std::map<std::string, std::string> wanted_without_module{};
};

/// The operator's release for this module; null: there is none, or its removal has begun.
[[nodiscard]] const found_release* own_release(const discovery_facts& facts, const std::string& module);

/// Whether a "no" to this module removes something: it is active, or the operator has made a release for it.
[[nodiscard]] bool would_be_deleted(const discovery_facts& facts, const std::string& module);

/// Makes the lists of LIFECYCLE-STEPS 4.
/// - A release that is neither a module's nor the operator's own work is left alone.
/// - If no modules are found, a directory is probably not mounted, so no release is purged.
/// - If there is no ConfigMap, its name may be misspelt, so no release is removed; nor while only hooks have
///   written a ConfigMap.
/// - While a global hook does not configure or waits for its kind, no release is removed: its values may
///   switch modules on.
/// - A release that this process has never seen enabled, and that no written setting switches off, may be
///   wanted by a file, a hook or a directory that is gone. A single such release is removed; several stay
///   until the removal of each is confirmed. A module that cannot be used, or whose script is doubted, counts
///   as such a release: a damaged directory is like a missing directory.
/// - Such a release stays, too, if the file is missing that had switched its module on, or if that source
///   still says `true` and does not count any more; if its module is there and no label names the source of
///   its flag; and, without a module, if a directory of modules is empty, or if its flag is `true`; and if it
///   was made with another ConfigMap than that of the operator, whose name may be misspelt.
/// - Such a release of a module whose directory exists stays if no other release of the platform would be
///   left.
[[nodiscard]] discovered_modules decide_modules(const discovery_facts& facts);

} // namespace core::modules
