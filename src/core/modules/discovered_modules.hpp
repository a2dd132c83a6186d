#pragma once

#include "core/modules/unwanted_hook_module.hpp"
#include "core/values/config_map_state.hpp"
#include "core/values/doubted_run.hpp"
#include "core/values/enabled_flags.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::modules {

/// Whether all global hooks have a valid configuration and are synchronized.
enum class hooks_known { all, some };

/// The decision that causes a removal.
enum class removal_cause { flag, script, no_module };

/// The reason to doubt the "no" of an `enabled` script or a flag, for messages.
struct script_doubt {
  std::string reason;
  std::string next_step;                       ///< `Repair the script`
  removal_cause about = removal_cause::script; ///< script or flag
  std::string counts_at{}; ///< the time at which the removal grace ends, for people; empty: no grace

  friend bool operator==(const script_doubt&, const script_doubt&) = default;
};

/// A release that will be removed, for messages.
struct release_removal {
  std::string release;
  std::string reason;        ///< `flag dbEnabled is false in ConfigMap`
  std::string wanted_before; ///< the source of the flag that had switched its module on; empty: not known
  removal_cause cause = removal_cause::flag;
  std::string bearing{}; ///< see `found_release`

  friend bool operator==(const release_removal&, const release_removal&) = default;
};

/// The result of a discovery (LIFECYCLE-STEPS 4).
/// Why so: docs/decisions/unusable-values-switch-nothing-off.md
struct discovered_modules {
  std::vector<std::string> enabled; ///< in the order of execution
  /// The content of `global.enabledModules`: the enabled modules, and modules with a release that stays
  /// although no source switches them on, because charts of other modules contain objects for them. In the
  /// order of execution, followed by names without a directory in byte order.
  std::vector<std::string> named;
  std::set<std::string> held_back; ///< enabled modules that cannot run until a fault is repaired
  std::vector<std::string>
    to_delete; ///< certainly disabled, and active in this process or released by the operator; in the same order
  std::vector<std::string> to_purge; ///< releases of the operator without a module directory, in byte order
  /// Releases that are not removed although their module is off or has gone, because Helm does not find their
  /// records, for people. Release -> its records, and the command that gives them their labels back.
  std::map<std::string, std::string> hidden;
  std::vector<std::string> foreign; ///< disabled modules with a release of another Helm; in the same order
  std::vector<std::string> spared;  ///< releases not purged, because no module was found; in byte order
  /// Releases with a removal that waits until a user writes the ConfigMap, because so far only hooks have
  /// written it; in byte order.
  std::vector<std::string> kept_without_config_map;
  /// Releases with a removal that waits while some global hooks cannot run; in byte order.
  std::vector<std::string> kept_without_hooks;
  values::config_map_state config_map = values::config_map_state::written;
  /// Releases with a removal that no written setting requests, and that waits for a confirmation because
  /// there are several; in byte order.
  std::vector<std::string> unconfirmed;
  /// Modules with a release that may or may not be wanted, because some of their files or values cannot be
  /// used. The same damage may have removed other modules; in byte order.
  std::vector<std::string> in_doubt;
  /// Unconfirmed release -> words about a key that may be its flag, misspelt or in a wrong place.
  std::map<std::string, std::string> misspelt;
  std::map<std::string, std::string>
    wanted_without_module; ///< unconfirmed release without a module -> source of its flag, which is `true`
  std::map<std::string, std::string>
    of_left_out_source; ///< unconfirmed release -> source that is not used, but has its flag as `true`
  std::map<std::string, std::string> of_other_config_map; ///< unconfirmed releases of another ConfigMap
  /// Losses of unconfirmed releases, and objects that would go with them, for people.
  std::vector<std::string> losses;
  /// Releases of other platforms, which stay: release -> platform. Without releases of modules that are
  /// enabled here.
  std::map<std::string, std::string> of_others;
  /// Enabled modules that do not run because their release belongs to another platform: module -> platform.
  /// All of them are in `held_back`, too.
  std::map<std::string, std::string> kept_for_others;
  /// Modules of `kept_for_others` whose release belongs to this platform. They do not run, because most
  /// modules belong to that other platform: an option may be wrong.
  std::set<std::string> kept_with_others;
  std::map<std::string, std::string> wanted_by; ///< module -> the source that has last switched it on in this process
  /// Names that are missing from `named` on purpose: the flag is `false`, an `enabled` script answers no, the
  /// release is removed, or a change has switched the module off while this process ran. A name stays in the
  /// set until it is in `named` again.
  std::set<std::string> given_up;
  std::vector<release_removal> removals; ///< the releases of `to_delete` and `to_purge`, in byte order
  /// Enabled modules with an `enabled` file that was not run, because it is not executable: module -> path.
  std::map<std::string, std::string> unasked;
  /// Enabled modules that stay as they are, because the "no" of their `enabled` script or their flag is in
  /// doubt: module -> doubt. All of them are in `held_back`, too.
  std::map<std::string, script_doubt> kept_by_doubt;
  std::map<std::string, std::string> off_reasons; ///< module that is not enabled -> why
  std::map<std::string, std::string>
    off_doubts; ///< module that is not enabled -> why its script may not have meant its "no"

  /// True if a removal waits for its confirmation, for a ConfigMap, or for the end of a doubt about a script.
  [[nodiscard]] bool holds_removals() const noexcept {
    return !kept_without_config_map.empty() || !unconfirmed.empty() || !kept_by_doubt.empty();
  }
};

/// Why a module that is not enabled is off.
[[nodiscard]] module_off why_off(const discovered_modules& found, const std::string& module);

/// The doubt about a module that only a run in doubt has switched off.
[[nodiscard]] script_doubt doubt_of_flag(const std::string& module, const values::doubted_run& run);

/// A release in the operator's namespace.
struct found_release {
  std::string name;
  bool owned = false;                                ///< made by this operator or its predecessor: has a checksum label
  bool is_uninstalled = false;                       ///< only its record is left: its deletion is not complete
  bool is_removal_begun = false;                     ///< an operator has begun to uninstall it
  bool is_removal_held = false;                      ///< an earlier discovery has held its removal
  bool is_wanted_by_hook = false;                    ///< its module was switched on by a global hook
  bool is_of_former_name = false;                    ///< it still has a former name of the platform
  std::string other_config_map{};                    ///< its ConfigMap; empty: the operator's, or not known
  std::string other_platform;                        ///< its platform; empty: this platform, or no platform
  std::string wanted_by;                             ///< the source that had switched its module on; empty: not known
  std::map<std::string, std::string> value_labels{}; ///< labels that name the sources of its values
  std::optional<values::flag_source> want{};         ///< `wanted_by` as a source
  bool is_want_unknown = false; ///< has no label for its flag's source, like releases of the predecessor
  std::string script_grounds{}; ///< the label `core::releases::script_grounds_label`; may be empty
  /// The directory of modules from which its module came, if the operator does not use that directory any
  /// more; empty: the operator uses it, or it is not known.
  std::string lost_directory{};
  /// The labels that name the hooks of its deletion (`core::releases::deletion_hooks`).
  std::map<std::string, std::string> deletion_hooks{};
  std::string label_command{}; ///< the beginning of a command that labels its latest revision
  /// Its objects that take objects of users with them when they are deleted, for people; empty: it has no
  /// such objects, or they were never read.
  std::string bearing{};
  /// The directory to which the directory of its module may have been renamed: no directory has the name of
  /// the module any more, and this directory, of a module without a release, has the same chart. Empty: there
  /// is no such directory.
  std::string renamed_to{};
  std::string hidden_records{}; ///< see `discovered_modules::hidden`; empty: Helm finds its records
  /// The objects of it that another client manages by server-side apply, for people; empty: there are no such
  /// objects, or they were not looked up.
  std::string claims{};
  /// Charts of other modules that are older than their releases, for people: the image may be too old. Empty:
  /// no chart is older, or they were not looked at.
  std::string older_charts{};
  std::string made_by_others{}; ///< words on its latest revision if another Helm has made it; else empty
};

/// The facts on which the decisions of a discovery depend.
struct discovery_facts {
  std::vector<std::string> modules; ///< all known modules, in the order of execution
  std::set<std::string> enabled;    ///< enabled by flags and `enabled` scripts
  std::set<std::string> held_back;  ///< cannot run: invalid section, broken schema
  std::set<std::string> undecided;  ///< neither enabled nor disabled: their flags or scripts cannot be read
  std::set<std::string> active;     ///< enabled earlier in this process, and not deleted since
  std::vector<found_release> released;
  bool purges_without_modules = false;        ///< an option: any number of releases without a module is removed
  std::map<std::string, std::string> unasked; ///< module -> its `enabled` file, which is not executable
  values::config_map_state config_map = values::config_map_state::written;
  hooks_known global_hooks = hooks_known::all;
  /// Names that are switched off on purpose, by a flag `false` or by the answer of an `enabled` script. They
  /// include names without a module: a flag in the ConfigMap confirms the removal of such a release.
  std::set<std::string> switched_off;
  /// Names whose flags an edit of the ConfigMap has removed together, without a `false`: the ConfigMap may
  /// have been cut short.
  std::set<std::string> vanished{};
  /// `discovered_modules::unconfirmed` of the previous discovery, because the confirmation of a release does
  /// not confirm the rest.
  std::vector<std::string> unconfirmed_before;
  std::set<std::string> refused_by_script;          ///< modules with an `enabled` script that answers no
  std::map<std::string, std::string> off_reasons;   ///< module -> why it is not enabled
  std::map<std::string, std::string> off_doubts;    ///< see `discovered_modules::off_doubts`
  std::map<std::string, std::string> wanted_by;     ///< enabled module -> the source that switches it on
  std::map<std::string, std::string> wanted_before; ///< `discovered_modules::wanted_by` of the discovery before
  std::vector<std::string> named_before;            ///< `discovered_modules::named` of the discovery before
  std::set<std::string> given_up_before;            ///< `discovered_modules::given_up` of the discovery before
  std::map<std::string, std::string>
    misspelt; ///< module -> words about a key of the ConfigMap that may be meant as its flag
  /// Module -> reason to doubt the "no" of its `enabled` script or its flag. Such a module is in `enabled`
  /// and `held_back`, too.
  std::map<std::string, script_doubt> doubted_no;
  /// Releases of modules for which a values file is missing now: the file that had switched the module on, or
  /// a file that had given the release values.
  std::set<std::string> place_missing;
  std::map<std::string, std::set<values::flag_source>>
    left_out;                       ///< name -> sources that set its flag to `true` but do not count
  bool has_modules = true;          ///< false: `modules` is empty, or each module in it is a blank directory
  bool has_empty_directory = false; ///< a directory of modules has no module, while others have
  /// Names without a module whose flag is `true`, and the source that has set it, for people.
  std::map<std::string, std::string> wanted_without_module{};
  std::set<std::string> sections_of_users{}; ///< names with a section that users have written in the ConfigMap
};

/// Decides which modules are enabled and which releases are removed (LIFECYCLE-STEPS 4).
/// - A release that neither has a module nor was made by the operator is ignored.
/// - If no modules are found, or modules without any content, a directory is probably not mounted, or its
///   volume is new, so no release is purged.
/// - If there is no ConfigMap, its name may be misspelt, so no release is removed. The same holds while only
///   hooks have written the ConfigMap.
/// - While a global hook has no valid configuration or waits for its kind, no release is removed, because its
///   values may switch modules on.
/// - A removal is unrequested if this process has never seen the release enabled, and no written setting
///   switches it off: a file, a hook or a directory that wanted the release may be gone. The removal is also
///   unrequested if no written setting switches the release off, and its flag has vanished from the ConfigMap
///   together with further flags, or a values file of it is missing (`place_missing`). An
///   unrequested release whose module cannot be used, or is undecided, raises the number of unrequested
///   removals by one, although it is not removed itself: a damaged directory is like a missing directory.
/// - Several unrequested removals are held until a user confirms each of them.
/// - A single unrequested removal is carried out, except in these cases, in which it is held:
///   - an earlier discovery has held it, or has listed it as unconfirmed;
///   - a global hook had switched the module on, or a values file of it is missing (`place_missing`);
///   - the source that had switched the module on still has the flag `true`, but is no longer used;
///   - a key of the ConfigMap may be the misspelt flag of the module;
///   - the module exists, but no label names the source of its flag;
///   - the module does not exist, but its flag is `true`, or a directory of modules is empty, or hooks of its
///     deletion would not run;
///   - the module does not exist, but users have written its section of the ConfigMap;
///   - an enabled module does not run because its release belongs to another platform;
///   - the module came from a directory of modules that is not configured now;
///   - the release has a former name of the platform;
///   - the release was made with another ConfigMap: the name of the operator's ConfigMap may be misspelt;
///   - objects of users would go with the release (a Namespace);
///   - an enabled module needs the module;
///   - another Helm has made its latest revision, or another client has applied its objects: it may have been
///     handed over;
///   - the module does not exist, and a module without a release has its chart, or charts of other modules
///     are older than their releases: the directory may have been renamed, or the image may be too old;
///   - the module's directory exists, but no other release of the platform would be left.
[[nodiscard]] discovered_modules decide_modules(const discovery_facts& facts);

} // namespace core::modules
