#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"
#include "actors/supervision/enabled_script.hpp"
#include "core/modules/discovered_modules.hpp"
#include "core/modules/removal_grace.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors::supervision {

/// The facts with which a discovery begins.
struct discovery_scope {
  std::vector<discoverable_module> modules;
  std::set<std::string> active;
  core::modules::hooks_known global_hooks = core::modules::hooks_known::all;
  std::vector<std::string> unconfirmed; ///< see `core::modules::discovery_facts`
  /// Releases that the last discovery kept because the ConfigMap was missing. Only an empty ConfigMap allows
  /// their removal.
  std::vector<std::string> kept_without_config_map;
  std::set<std::string> doubted;                    ///< modules with a doubted "no" in the last discovery
  bool has_modules = false;                         ///< see `core::modules::discovery_facts`
  bool has_empty_directory = false;                 ///< likewise
  std::map<std::string, std::string> wanted_before; ///< see `core::modules::discovery_facts`
  std::vector<std::string> named_before;            ///< see `core::modules::discovery_facts`
  std::set<std::string> given_up;                   ///< see `core::modules::discovery_facts`
  core::modules::removal_grace grace{std::chrono::milliseconds(0)};
  std::map<std::string, script_yes> last_yes; ///< of each script in this process, by module
  std::string activation;                     ///< label of metrics
  core::values::flag_order flag_order = core::values::default_flag_order();
  bool has_releases = true;            ///< false: there is no namespace, so they are not listed
  bool purges_without_modules = false; ///< see `core::modules::discovery_facts`
  std::function<void(const messages::flags_read&)> on_flags;
};

/// The `enabled` scripts that a discovery has run.
struct scripts_asked {
  std::map<std::string, core::modules::answered_question> answers; ///< by module
  std::vector<core::releases::refused_module> lacking; ///< modules with a doubted "no", because sources are missing
  std::map<std::string, script_yes> yes;               ///< of each script that answers yes, by module
  std::set<std::string> wished; ///< releases that a hook or a script wishes away, kept for their grace or not
  /// Names, of modules or not, that a written wish switches off without a doubt: a flag, or an `enabled`
  /// script whose grounds could be compared with those of its last "yes".
  std::set<std::string> switched_off;
  std::set<std::string> paused; ///< releases with `core::releases::pause_label`
};

/// Finds the enabled modules (LIFECYCLE-STEPS 4): by merged flags, then by the `enabled` scripts in order,
/// where each script sees the enabled modules before it, then by the releases. A part of the SUPERVISOR; a
/// single discovery at a time.
class module_discovery : public std::enable_shared_from_this<module_discovery> {
public:
  struct peers {
    messages::values_store_actor values;
    messages::hook_runner_actor runner;
    messages::helm_actor helm;
    messages::metrics_actor metrics;
    messages::kube_client_actor kube;
  };
  using on_done = std::function<void(base::result<core::modules::discovered_modules>, scripts_asked)>;

  module_discovery(framework::actor_base<messages::supervisor_actor>* self, peers others, discovery_scope scope,
                   on_done done);

  void begin();

private:
  /// Decides about all modules again. A script runs again only if its list of modules has changed.
  void begin_pass();
  void end_pass();
  void next_module();
  void ask_script_of(const discoverable_module& module);
  void ask(const discoverable_module& module, std::vector<std::string> enabled_before,
           std::function<void(script_reply)> then);
  /// Runs the script of a "no" again with the values of its last "yes", if these differ and the "no" would
  /// remove a release. If it says no to them, too, a change of its values is not the reason.
  /// -- discovery_with_former.cpp
  void ask_with_former(const discoverable_module& module, std::function<void()> then);
  void decide(const discoverable_module& module, const script_reply& reply);
  /// Notes held releases. @returns true if scripts have not seen some of them yet
  [[nodiscard]] bool see_held(const core::modules::discovered_modules& found);
  /// Accepts a groundless "no" for an active module if it is the only groundless "no": the cluster may have
  /// changed. If there are several, a tool, a permission or a variable was probably lost. At most once in a
  /// discovery.
  /// @returns true if it has accepted a "no"
  [[nodiscard]] bool believe_groundless();
  /// Reads the objects of each release that would be removed, at most once, and decides again: if the removal
  /// would also delete objects of users, the release stays unless a written setting requests the removal.
  void look_at_objects(const core::modules::discovered_modules& found);
  /// If the "no" of a script would remove a release, runs the script again with all modules. A "yes" then
  /// shows that the "no" comes from the order of modules, or from a missing module.
  void ask_with_unseen(std::size_t from, const core::modules::discovered_modules& found);
  /// Runs the script again with lost modules, too, which the release had found enabled.
  void ask_with_lost(std::size_t at, const core::modules::discovered_modules& found, std::vector<std::string> names);
  /// @param doubt the doubt about the "no", if the script answers yes with these names
  /// @param on_no called if it answers no with these names, too
  void ask_with(const discoverable_module& module, std::vector<std::string> names, core::modules::script_doubt doubt,
                std::function<void()> on_no);
  /// Whether a "no" of this script must be checked this way.
  [[nodiscard]] bool is_checked_with_others(const discoverable_module& module) const;
  /// Decides whether the "no" of a script counts.
  void weigh_no(const discoverable_module& module, const script_reply& reply);
  /// Decides whether the "no" is doubted because its grounds equal the grounds of the script's last "yes", or
  /// because it says no to the values of that "yes", too.
  [[nodiscard]] bool is_doubted_without_grounds(const discoverable_module& module, const script_reply& reply);
  /// Describes the missing sources that the script may need to read; empty: no source is missing.
  [[nodiscard]] std::string places_missing_for(const discoverable_module& module, const script_reply& reply);
  void accept(const std::string& module);
  /// Accepts the "no" of a script. @param reply may have no reason
  void reject(const std::string& module, const script_reply& reply);
  /// The reason why the flag of a module does not switch it on.
  [[nodiscard]] std::string reason_of_flag(const std::string& module) const;
  /// Keeps the module as it is, because its "no" is in doubt.
  void doubt(const std::string& module, core::modules::script_doubt doubt);
  /// True if no user has written the wish for this removal.
  [[nodiscard]] bool is_unwritten(const core::modules::release_removal& x) const;
  /// Notes the removals with a grace that is not over.
  /// @returns true if a further release is kept
  [[nodiscard]] bool keep_for_grace(const core::modules::discovered_modules& found);
  [[nodiscard]] core::modules::script_doubt grace_of(const std::string& module, core::modules::removal_cause by) const;
  /// Gives each grace the time of its end, which counts from this moment.
  void date_graces(core::modules::discovered_modules& found);
  /// Lists the releases at most once, then calls `then`.
  void with_releases(std::function<void()> then);
  void finish(core::modules::discovered_modules found);
  /// See `scripts_asked`.
  [[nodiscard]] std::set<std::string> switched_off(const core::modules::discovered_modules& found) const;
  /// A flag of the ConfigMap that says `true` and that neither a module nor a release has; empty: there is no
  /// such flag.
  [[nodiscard]] std::string config_flag_of_none() const;
  /// Finds the releases for which a file that had switched the module on, or had given values, is missing
  /// now; and the releases whose flag may be misspelt: in the file that had switched the module on, or in the
  /// ConfigMap if it has a flag without a module.
  void note_missing_places();
  /// Finds the modules whose flag is `false` only by another order of sources than their release was made
  /// with: the option may be lost. -- discovery_of_order.cpp
  void note_changed_order();
  /// Takes the "no" of several scripts at a start as not asked for, if the scripts or their values files have
  /// changed since their "yes": a new image excuses a single "no". -- discovery_of_noes.cpp
  void doubt_several_noes();
  void note_needed();
  void record();
  void fail(const std::string& context, const base::error& reason);

  framework::actor_base<messages::supervisor_actor>* self_;
  peers peers_;
  discovery_scope scope_;
  on_done done_;
  core::modules::discovery_facts facts_;
  core::modules::discovery_facts before_scripts_; ///< the facts at the beginning of each pass
  std::map<std::string, bool> flags_;
  std::map<std::string, core::values::flag_source> decided_by_;  ///< see `flags_read`
  std::map<std::string, core::values::doubted_run> doubted_off_; ///< see `flags_read`
  std::map<std::string, std::string> flag_setters_;              ///< see `flags_read`
  std::map<std::string, core::modules::removal_cause> graced_;   ///< modules that are kept until their grace is over
  std::set<std::string> wished_;                                 ///< see `scripts_asked`
  std::set<std::string> config_flags_of_none_;                   ///< names without a module, `true` in the ConfigMap
  std::vector<std::string> seen_; ///< the modules that the next script finds in `global.enabledModules`
  std::set<std::string> held_;    ///< names that are not enabled and whose release is held
  std::map<std::string, core::modules::script_doubt>
    unseen_;                                     ///< module whose "no" comes from modules that it does not see
  std::set<std::string> groundless_;             ///< modules with a script that says no on the grounds of a "yes"
  std::set<std::string> believed_;               ///< modules among them for which the "no" counts
  std::map<std::string, std::string> held_back_; ///< modules that cannot run, and why
  trace::trace_facts disabled_;                  ///< modules that are not enabled, and why
  std::map<std::string, script_reply> replies_;  ///< the last reply of each script, by module
  std::vector<core::releases::refused_module> lacking_; ///< see `scripts_asked`
  std::set<std::string> looked_at_;                     ///< releases with objects that were read
  bool are_releases_listed_ = false;
  std::size_t next_ = 0;
};

} // namespace actors::supervision
