#pragma once

#include "actors/messages/task.hpp"
#include "actors/supervision/enabled_script_reruns.hpp"
#include "actors/supervision/module_discovery.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "actors/supervision/removal_graces.hpp"
#include "core/main_queue/lifecycle_work.hpp"
#include "core/main_queue/run_reasons.hpp"
#include "core/modules/recent_removals.hpp"
#include "core/status/status_facts.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace actors::supervision {

/// Takes a release that is removed, with a line for people.
using on_removal = std::function<void(core::modules::removed_release x, const std::string& line)>;

/// The callbacks of the SUPERVISOR.
struct main_queue_reports {
  std::function<void(const messages::flags_read&)> on_flags;                   ///< of each discovery
  on_removal note_removal;                                                     ///< a removal that was decided
  std::function<void(const std::string& release)> on_removed;                  ///< Helm has removed the release
  std::function<void(const core::modules::discovered_modules&)> on_discovered; ///< a discovery that counts
  /// The releases whose records say that their modules are paused, of each discovery.
  std::function<void(const std::set<std::string>&)> on_paused;
  /// The end of a run of a module. @param failure empty: it has succeeded
  std::function<void(const std::string& module, const std::string& failure)> on_run_end;
};

/// Executes the tasks of the module lifecycle in queue `main`, except reload_modules. Most tasks are passed
/// on to a MODULE or to the GLOBAL HOOKS. A part of the SUPERVISOR.
/// Why so: docs/decisions/lifecycle-tasks-run-in-the-supervisor.md
class main_queue_tasks {
public:
  /// The callbacks of the owner.
  struct listeners {
    std::function<void(const core::main_queue::effects&)> perform;
    /// An `enabled` script now gives a different answer than in the last discovery.
    std::function<void()> on_script_changed;
    /// The removal grace of a release is over.
    std::function<void()> on_grace_over;
    /// Global hooks that were put off are synchronized now.
    std::function<void()> on_taken_up;
    main_queue_reports reports;
  };

  main_queue_tasks(framework::actor_base<messages::supervisor_actor>* self, std::shared_ptr<const operator_setup> setup,
                   peer_registry& peers, core::main_queue::work& work, core::main_queue::reasons& reasons,
                   listeners tell);

  /// Sets whether all global hooks are known. Until then no release is removed.
  void set_global_hooks(core::modules::hooks_known x) { global_hooks_ = x; }
  /// Puts a global hook off. No release is removed until it is synchronized.
  void put_off(const std::string& global_hook) {
    synchronized_.erase(global_hook);
    put_off_.insert(global_hook);
  }

  [[nodiscard]] framework::promise<messages::task_outcome> execute(const messages::execute_task& x);
  [[nodiscard]] removal_graces& graces() noexcept { return graces_; }
  /// The time for which the task has run.
  /// @pre the task is running
  [[nodiscard]] std::chrono::microseconds ran_for(const core::tasks::task& x) const;
  /// The end of the last run of each module that has run, for people.
  [[nodiscard]] const std::map<std::string, core::status::run_end>& run_ends() const noexcept { return run_ends_; }

private:
  void carry_out(const messages::execute_task& x, framework::promise<messages::task_outcome> to);
  void pass_to_module(const messages::execute_task& x, const std::string& name,
                      framework::promise<messages::task_outcome> to);
  /// Runs the module's `enabled` script first if its values have changed, and passes the task on if the
  /// answer is still the same.
  void ask_then_pass_on(const messages::execute_task& x, const messages::executor_actor& executor,
                        framework::promise<messages::task_outcome> to);
  void ask_script(const core::tasks::task& x, framework::promise<messages::task_outcome> to);
  void pass_on(const messages::execute_task& x, const messages::executor_actor& executor,
               framework::promise<messages::task_outcome> to);
  void discover(const core::tasks::task& x, framework::promise<messages::task_outcome> to);
  /// Notifies the VALUES STORE, which watches for the sources that these scripts lack.
  void note_doubted(std::vector<core::releases::refused_module> modules);
  [[nodiscard]] discovery_scope scope_of_discovery() const;
  /// Logs faults that a user must repair, each once as long as it lasts.
  void warn_of(const core::modules::discovered_modules& found);
  /// Names a release before it is removed.
  void name_removal(const core::modules::release_removal& x);
  void ended(const core::tasks::task& x, framework::promise<messages::task_outcome> to,
             const messages::task_outcome& outcome);
  void purge(const core::tasks::purge_release& x, framework::promise<messages::task_outcome> to);
  /// Announces the enabled modules of a discovery, and the modules that charts and hooks see.
  void announce(const core::modules::discovered_modules& found, const std::set<std::string>& off);
  void conclude(const core::tasks::task& x, framework::promise<messages::task_outcome> to,
                messages::task_outcome outcome);
  void note_synchronized(const core::tasks::task& x);
  void tell_needs();
  /// Reports a release that Helm has removed.
  void note_removal_end(const core::tasks::task& x, const core::tasks::task_result& how);
  void note_run_end(const core::tasks::task& x, const core::tasks::task_result& how);
  void count(const core::tasks::task& x, const core::tasks::task_result& how);
  void count_failure(const core::tasks::task& x);
  /// The value of the label `activation` of metrics.
  [[nodiscard]] std::string activation() const;

  framework::actor_base<messages::supervisor_actor>* self_;
  std::shared_ptr<const operator_setup> setup_;
  peer_registry& peers_;
  core::main_queue::work& work_;
  core::main_queue::reasons& reasons_;
  listeners tell_;
  core::modules::hooks_known global_hooks_ = core::modules::hooks_known::all;
  std::set<std::string> put_off_;      ///< global hooks that were put off
  std::set<std::string> synchronized_; ///< hooks of `put_off_` that are synchronized, except in other queues
  enabled_script_reruns scripts_;
  removal_graces graces_;
  std::shared_ptr<module_discovery> discovery_;
  /// The start of each running task, by its work: microseconds of a steady clock.
  std::map<std::string, std::int64_t> began_us_;
  std::map<std::string, core::status::run_end> run_ends_; ///< bounded by the modules of the operator
  std::set<std::string> enabled_;                         ///< as announced to the MODULEs
  std::set<std::string> warned_;                          ///< problems of the last discovery
  bool are_any_doubted_ = false;                          ///< the VALUES STORE has doubted modules
  std::map<std::string, std::string> told_needs_;         ///< modules that wait, as /readyz shows them
};

} // namespace actors::supervision
