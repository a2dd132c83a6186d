#pragma once

#include "actors/messages/task.hpp"
#include "actors/operator/module_discovery.hpp"
#include "actors/operator/peer_registry.hpp"
#include "actors/operator/script_questions.hpp"
#include "core/modules/main_work.hpp"
#include "core/modules/work_reasons.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace actors {

/// Carries out the tasks of the module lifecycle in queue `main`, except ConvergeModules: most of them by passing them on
/// to a MODULE or the GLOBAL HOOKS. A part of the SUPERVISOR.
/// Why so: docs/decisions/lifecycle-tasks-run-in-the-supervisor.md
class lifecycle_tasks {
public:
  /// Whom it calls back.
  struct listeners {
    std::function<void(const core::main_effects&)> perform;
    std::function<void(const flags_read&)> on_flags;
    /// An `enabled` script has another answer than the last discovery has got.
    std::function<void()> on_script_changed;
    /// Global hooks that were put off have been synchronized.
    std::function<void()> on_taken_up;
  };

  lifecycle_tasks(base<supervisor_actor>* self, std::shared_ptr<const operator_setup> setup, peer_registry& peers,
                  core::main_work& work, core::work_reasons& reasons, listeners tell);

  /// No release is removed while some global hooks are not known.
  void set_global_hooks(core::hooks_known x) { global_hooks_ = x; }
  /// Nor while one is put off that has not been synchronized since.
  void put_off(const std::string& global_hook) {
    synchronized_.erase(global_hook);
    put_off_.insert(global_hook);
  }

  [[nodiscard]] promise<task_outcome> execute(const execute_task& x);
  /// How long the task has run. @pre it is under way
  [[nodiscard]] std::chrono::microseconds ran_for(const core::task& x) const;

private:
  void carry_out(const execute_task& x, promise<task_outcome> to);
  /// Asks the module's `enabled` script first, if its values are others now, and goes on if its answer stands.
  void ask_then_pass_on(const execute_task& x, const executor_actor& executor, promise<task_outcome> to);
  void ask_script(const core::task& x, promise<task_outcome> to);
  void pass_on(const execute_task& x, const executor_actor& executor, promise<task_outcome> to);
  void discover(const core::task& x, promise<task_outcome> to);
  [[nodiscard]] discovery_scope scope_of_discovery() const;
  /// Logs what is not as somebody meant it, once for as long as it stays.
  void warn_of(const core::discovered_modules& found);
  void ended(const core::task& x, promise<task_outcome> to, const task_outcome& outcome);
  void purge(const core::purge_release& x, promise<task_outcome> to);
  /// Announces which modules a discovery has found to be enabled, and which ones charts and hooks see.
  void announce(const core::discovered_modules& found);
  void conclude(const core::task& x, promise<task_outcome> to, task_outcome outcome);
  void note_synchronized(const core::task& x);
  void count(const core::task& x, const core::task_result& how);
  /// The label `activation` of metrics.
  [[nodiscard]] std::string activation() const;

  base<supervisor_actor>* self_;
  std::shared_ptr<const operator_setup> setup_;
  peer_registry& peers_;
  core::main_work& work_;
  core::work_reasons& reasons_;
  listeners tell_;
  core::hooks_known global_hooks_ = core::hooks_known::all;
  std::set<std::string> put_off_;      ///< global hooks
  std::set<std::string> synchronized_; ///< those among them that have been since, but for what runs in other queues
  script_questions scripts_;
  std::shared_ptr<module_discovery> discovery_;
  /// When the tasks that are under way have begun, by their work; by the clock that only rises.
  std::map<std::string, std::int64_t> began_us_;
  std::set<std::string> enabled_; ///< as the MODULEs know it
  std::set<std::string> warned_;  ///< problems of the last discovery
};

} // namespace actors
