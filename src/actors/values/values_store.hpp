#pragma once

#include "actors/messages/debug.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/values.hpp"
#include "core/config/config_edits.hpp"
#include "core/config/configuration_order.hpp"
#include "core/releases/awaited_places.hpp"
#include "core/store/values_book.hpp"
#include "core/values/flag_doubts.hpp"
#include "core/values/section_turns.hpp"
#include "core/values/settled_modules.hpp"
#include "core/values/value_hooks.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace actors::values {

/// The state of the VALUES STORE. Only one change of a section runs at a time. The change by a hook's run
/// lasts from the check of its patches to their commit, which may wait for a write of the ConfigMap. Changes
/// of other sections continue meanwhile. Reads are answered at once from the last complete revision.
struct values_store_state {
  using handle_type = messages::values_store_actor;

  values_store_state(framework::actor_base<messages::values_store_actor>* self,
                     const core::config::static_values& files, core::values::flag_order order,
                     messages::config_watcher_actor config, messages::supervisor_actor supervisor);
  messages::values_store_actor::behavior_type make_behavior();

  framework::promise<messages::configuration_applied> apply(const messages::apply_configuration& x);
  [[nodiscard]] messages::values_read read(const messages::read_values& x) const;
  [[nodiscard]] messages::helm_values_read read_for_helm(const messages::read_helm_values& x) const;
  void note_held(const messages::note_held_release& x);
  void note_doubted(const messages::note_doubted_modules& x);
  void note_end(const messages::note_hook_end& x);
  framework::promise<messages::output_checked> check(const messages::check_hook_output& x);
  framework::promise<messages::output_committed> commit(const messages::commit_hook_output& x);
  /// Ends the turn of a run that was checked but will not be committed.
  void release(std::uint64_t turn);
  [[nodiscard]] messages::flags_read flags() const;
  [[nodiscard]] messages::values_described describe(const messages::describe_values& x) const;
  void discovered(const messages::modules_discovered& x);
  void drop(const messages::drop_module_values& x);

private:
  using ticket = core::values::section_turns::ticket;

  /// The flags that are `true` without a module of that name: name and deciding source.
  [[nodiscard]] std::map<std::string, core::values::flag_source> wanted_without_module() const;

  /// A commit that is in progress.
  struct commit_in_hand {
    messages::commit_hook_output what;
    ticket turn;
    framework::promise<messages::output_committed> to;
    std::int64_t began_us = 0;
    unsigned overtaken = 0;   ///< writes that failed because another client had edited the section
    std::string version = {}; ///< resourceVersion after its write; empty: no write yet
  };
  struct reservation {
    core::store::prepared_commit prepared;
    bool is_limited = false; ///< its time limit runs
  };

  /// Calls `begin` when no other change of these sections runs. `cause` is the id of the message that
  /// requested the change.
  void in_turn(core::values::turn_sections sections, std::uint64_t cause, std::function<void(ticket)> begin);
  void end_turn(ticket turn);
  /// Starts the time limit of each reservation for which another change waits.
  void limit_reservations();

  void apply_now(const messages::apply_configuration& x, framework::promise<messages::configuration_applied> to);
  void check_now(const messages::check_hook_output& x, ticket turn, framework::promise<messages::output_checked> to);

  // -- the steps of a commit, in order
  /// See `core::store::refusal_of_lost`.
  [[nodiscard]] std::optional<base::error> refusal_of_lost(const core::store::prepared_commit& x,
                                                           const std::string& module) const;
  void prepare_commit(commit_in_hand x);
  void write_or_commit(commit_in_hand x, core::store::prepared_commit prepared);
  void write_then_commit(commit_in_hand x, core::store::prepared_commit prepared);
  /// Adopts a section that another client has changed in the ConfigMap, and prepares the commit again on top
  /// of it.
  void catch_up(commit_in_hand x, const std::shared_ptr<const core::config::configuration>& now);
  void finish_commit(commit_in_hand x, core::store::prepared_commit prepared);
  void fail_commit(commit_in_hand& x, base::error reason);

  /// The current sources of the module's values.
  [[nodiscard]] core::values::value_standing standing_of(const std::string& module) const;
  /// Removes and returns the modules with a held release that must be decided again.
  [[nodiscard]] std::set<std::string> decided_again();
  /// Requests runs of the modules of `decided_again`.
  void run_held(const std::string& by);
  /// Requests a discovery if a script's "no" was in doubt and the sources of its values are complete again.
  void ask_doubted(const std::string& by);

  /// Module without a flag in the ConfigMap -> words about a key there that is probably meant to be its flag.
  [[nodiscard]] std::map<std::string, std::string> misspelt_flags_of(const core::config::configuration& x) const;

  using state_ptr = std::shared_ptr<const core::store::values_state>;
  /// The values that a commit has changed, for people; never empty.
  /// @param before the values before the change
  [[nodiscard]] std::string words_of_changes(const core::store::values_change& change, const state_ptr& before);
  /// Records a trace span for a visible change.
  /// @param before the values before the change
  void record(const core::store::values_change& change, const std::string& by, const state_ptr& before,
              trace::trace_facts facts = {});
  /// Logs rules that hold only because they read an absent field, each once.
  void log_skipped_rules();
  /// Logs the modules that are now switched on by another source than before.
  void report_sources(const core::store::values_state& before);
  /// @param wishes see `values_changed`
  void announce(const core::store::values_change& change, const std::string& by, bool wishes = false);
  /// The sources of values, for people.
  [[nodiscard]] core::status::value_places places_of(const std::vector<std::string>& places) const;
  /// Sections of the ConfigMap that are not used because of a problem.
  [[nodiscard]] std::vector<std::string> unused_sections() const;
  [[nodiscard]] std::string name_of(const core::config::configuration& x) const;
  [[nodiscard]] trace::trace_facts edit_facts(const core::config::configuration& x, std::string source) const;
  [[nodiscard]] std::vector<std::string> problem_lines() const;

  framework::actor_base<messages::values_store_actor>* self_;
  core::store::values_book book_;
  messages::config_watcher_actor config_;
  messages::supervisor_actor supervisor_;
  bool started_ = false; ///< a configuration has been applied
  core::values::config_map_state config_map_ = core::values::config_map_state::absent; ///< of the last configuration
  bool is_config_map_empty_ = false;                                                   ///< of the last configuration
  std::map<std::string, std::string> misspelt_flags_;                                  ///< see `flags_read`
  std::vector<std::string> modules_;                                                   ///< all known modules
  std::vector<std::string> enabled_modules_; ///< according to the last discovery
  /// See `value_standing`. Set by each discovery; each change of flags causes a discovery.
  std::map<std::string, std::string> missing_modules_;
  mutable core::values::settled_modules settled_; ///< mutable, because an answer may make the set anew
  core::config::configuration_order order_;
  core::config::config_edits edits_;
  core::values::value_hooks hooks_;
  core::values::flag_doubts flag_doubts_;
  std::map<std::string, std::string> flag_setters_; ///< see `flags_read`; bound: the flags that global hooks have named
  std::string global_directory_;                    ///< see `core::values::value_standing`
  core::releases::awaited_places awaited_;
  std::map<std::string, std::string> script_grounds_; ///< of the last "yes" of each module's `enabled` script
  /// Revision -> wall clock, of the commits of hooks, for people. Bound: the last 1000.
  std::map<std::uint64_t, std::int64_t> committed_us_;
  core::values::section_turns turns_;
  /// Work that waits for its turn. Bound: one entry for each running hook and each ConfigMap event.
  std::map<ticket, std::function<void(ticket)>> waiting_;
  std::map<ticket, reservation> reservations_;
};

/// Spawns the values store.
messages::values_store_actor values_store(caf::actor_system& system, const framework::context_ptr& shared,
                                          const core::config::static_values& files,
                                          const core::values::flag_order& order,
                                          const messages::config_watcher_actor& config,
                                          const messages::supervisor_actor& supervisor);

} // namespace actors::values
