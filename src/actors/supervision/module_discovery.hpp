#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"
#include "actors/supervision/enabled_script.hpp"
#include "core/modules/discovered_modules.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors::supervision {

/// The facts that a discovery needs before it begins.
struct discovery_scope {
  std::vector<discoverable_module> modules;
  std::set<std::string> active;
  core::modules::hooks_known global_hooks = core::modules::hooks_known::all;
  std::vector<std::string> unconfirmed; ///< see `core::modules::discovery_facts`
  /// Releases that the last discovery has kept because the ConfigMap was missing: only an empty ConfigMap
  /// lets all of them go.
  std::vector<std::string> kept_without_config_map;
  std::set<std::string> doubted;                    ///< modules whose "no" the last discovery has doubted
  bool has_modules = false;                         ///< see `core::modules::discovery_facts`
  bool has_empty_directory = false;                 ///< likewise
  std::map<std::string, std::string> wanted_before; ///< see `core::modules::discovery_facts`
  std::vector<std::string> named_before;            ///< likewise
  std::set<std::string> given_up;                   ///< likewise
  std::string activation;                           ///< label of metrics
  bool has_releases = true;                         ///< false: without a namespace for them they are not listed
  bool purges_without_modules = false;              ///< see `core::modules::discovery_facts`
  std::function<void(const messages::flags_read&)> on_flags;
};

/// The `enabled` scripts that a discovery has asked.
struct scripts_asked {
  std::map<std::string, core::modules::answered_question> answers; ///< by module
  std::vector<core::releases::refused_module> lacking; ///< modules whose "no" is doubted because places are missing
  std::map<std::string, std::string> grounds;          ///< of each script that has said yes, by module
};

/// Finds out which modules are enabled (LIFECYCLE-STEPS 4): merged flags, then the `enabled` scripts in
/// order, each with the modules found before it, then the releases. A part of the SUPERVISOR; a single
/// discovery at a time.
class module_discovery : public std::enable_shared_from_this<module_discovery> {
public:
  struct peers {
    messages::values_store_actor values;
    messages::hook_runner_actor runner;
    messages::helm_actor helm;
    messages::metrics_actor metrics;
  };
  using on_done = std::function<void(base::result<core::modules::discovered_modules>, scripts_asked)>;

  module_discovery(framework::actor_base<messages::supervisor_actor>* self, peers others, discovery_scope scope,
                   on_done done);

  void begin();

private:
  /// Decides about all modules once more. A script is asked again only if it sees other modules than before.
  void begin_pass();
  void end_pass();
  void next_module();
  void ask_script_of(const discoverable_module& module);
  void ask(const discoverable_module& module, std::vector<std::string> enabled_before,
           std::function<void(script_reply)> then);
  void decide(const discoverable_module& module, const script_reply& reply);
  /// @returns whether releases are held that no script has seen yet
  [[nodiscard]] bool see_held(const core::modules::discovered_modules& found);
  /// Believes the "no" of a running module's script, if it is the only script without grounds for its "no":
  /// the cluster may have changed. Several at once look like a lost tool, right or variable. At most once in
  /// a discovery.
  /// @returns whether there is such a script
  [[nodiscard]] bool believe_groundless();
  /// Asks scripts whose "no" would remove a release once more, with the modules that they cannot see. A "yes"
  /// shows that the "no" comes from the order of modules, or from the absence of another module.
  void ask_with_unseen(std::size_t from, const core::modules::discovered_modules& found);
  /// Asks the same with the modules that the release had found and that are lost.
  void ask_with_lost(std::size_t at, const core::modules::discovered_modules& found, std::vector<std::string> names);
  /// @param doubt the reason to doubt the "no", if the script says yes to these names
  /// @param on_no called if it says no to these names, too
  void ask_with(const discoverable_module& module, std::vector<std::string> names, core::modules::script_doubt doubt,
                std::function<void()> on_no);
  /// Whether a "no" of this script is to be checked so.
  [[nodiscard]] bool is_checked_with_others(const discoverable_module& module) const;
  /// Decides whether the "no" of a script is a wish.
  void weigh_no(const discoverable_module& module, const script_reply& reply);
  /// Decides whether the "no" of the script is doubted because its grounds are those of its last "yes".
  [[nodiscard]] bool is_doubted_without_grounds(const discoverable_module& module, const script_reply& reply);
  /// The places that the script may have had to read and that are missing, for people; empty: none.
  [[nodiscard]] std::string places_missing_for(const discoverable_module& module, const script_reply& reply);
  void accept(const std::string& module);
  /// @param reason of the script; may be empty
  void reject(const std::string& module, const std::string& reason);
  /// The reason why the flag of a module does not switch it on.
  [[nodiscard]] std::string reason_of_flag(const std::string& module) const;
  /// Keeps the module as it is.
  void doubt(const std::string& module, core::modules::script_doubt doubt);
  /// Lists the releases, once in a discovery.
  void with_releases(std::function<void()> then);
  void finish(const core::modules::discovered_modules& found);
  /// A flag of the ConfigMap that says `true` and that neither a module nor a release has; empty: none.
  [[nodiscard]] std::string config_flag_of_none() const;
  /// Finds the releases whose module was switched on by a file that is not there, or by a flag in the
  /// ConfigMap while a flag of no module is there.
  void note_missing_places();
  void record();
  void fail(const std::string& context, const base::error& reason);

  framework::actor_base<messages::supervisor_actor>* self_;
  peers peers_;
  discovery_scope scope_;
  on_done done_;
  core::modules::discovery_facts facts_;
  core::modules::discovery_facts before_scripts_; ///< the facts with which each pass begins
  std::map<std::string, bool> flags_;
  std::map<std::string, core::values::flag_source> decided_by_;  ///< see `flags_read`
  std::map<std::string, core::values::doubted_run> doubted_off_; ///< see `flags_read`
  std::set<std::string> config_flags_of_none_; ///< names of no module whose flag is `true` in the ConfigMap
  std::vector<std::string> seen_;              ///< the modules that the next script finds in `global.enabledModules`
  std::set<std::string> held_;                 ///< names that are not enabled and whose release is held
  std::map<std::string, core::modules::script_doubt>
    unseen_;                                     ///< module whose "no" comes from modules that it does not see
  std::set<std::string> groundless_;             ///< modules with a script that says no on the grounds of a "yes"
  std::set<std::string> believed_;               ///< modules among them for which the "no" counts
  std::map<std::string, std::string> held_back_; ///< modules that cannot run, and why
  trace::trace_facts disabled_;                  ///< modules that are not enabled, and why
  std::map<std::string, script_reply> replies_;  ///< the last reply of each script, by module
  std::vector<core::releases::refused_module> lacking_; ///< see `scripts_asked`
  bool are_releases_listed_ = false;
  std::size_t next_ = 0;
};

} // namespace actors::supervision
