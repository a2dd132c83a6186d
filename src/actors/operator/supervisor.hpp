#pragma once

#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/task.hpp"
#include "actors/messages/values.hpp"
#include "actors/operator/module_discovery.hpp"
#include "actors/operator/operator_parts.hpp"
#include "core/metrics/period_counter.hpp"
#include "core/modules/converge_plan.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors {

/// The state of the SUPERVISOR: turns changes into task sequences; spawns, watches and stops all others.
struct supervisor_state {
  using handle_type = supervisor_actor;

  supervisor_state(base<supervisor_actor>* self, std::shared_ptr<const operator_setup> setup);
  supervisor_actor::behavior_type make_behavior();

  void start();
  void stop(const stop_operator& x);
  promise<task_outcome> execute(const execute_task& x);
  watch_opened open(const open_watch& x);
  queue_found find(const find_queue& x);
  [[nodiscard]] hook_owner_found find(const find_hook_owner& x) const;
  void configuration_changed(const config_changed& x);
  void values_changed_by_hook(const values_changed& x);
  void resources_gone(const resources_absent& x);
  /// What has failed in an outage of the API server may work now.
  void retry_heads();
  void note_state(const module_state_changed& x);
  [[nodiscard]] operator_description describe() const;
  [[nodiscard]] metrics_measured measure() const;

private:
  // -- start-up, in this order
  void read_first_configuration();
  void load_hooks();
  void begin_lifecycle(const core::hook_registry& hooks);
  void give_up(const std::string& reason);

  // -- reactions
  void apply_configuration_now(const std::shared_ptr<const core::configuration>& configuration,
                               std::function<void(const configuration_applied&)> then);
  /// Takes note of sections that can not be used and of keys that have no effect; what is new goes to the log.
  void note_configuration(const core::configuration& configuration, const configuration_applied& applied);
  /// Key and reason of what has no effect: there is no such module, or no such feature.
  [[nodiscard]] std::vector<core::ignored_key> keys_without_effect(const core::configuration& configuration) const;
  void want_reload(const std::string& event);
  void want_run(const std::string& module, const std::string& event);
  void append_to_main(core::task task);

  // -- tasks
  void forward(const execute_task& x, const executor_actor& executor, promise<task_outcome> to,
               std::function<void(const core::task_result&)> on_ended);
  /// A run that is tried again covers what comes meanwhile.
  void stays_head(const core::task& task);
  void count_failure(const core::task& task, const task_outcome& outcome);
  void run_global_hook(const execute_task& x, const core::run_global_hook& hook, promise<task_outcome> to);
  void run_module(const execute_task& x, const core::run_module& run, promise<task_outcome> to);
  void delete_module(const execute_task& x, const core::delete_module& removal, promise<task_outcome> to);
  void purge(const core::purge_release& x, promise<task_outcome> to);
  void discover(promise<task_outcome> to);
  /// The modules that the last discovery has found to be enabled.
  void announce(const std::vector<std::string>& enabled);
  void converge(promise<task_outcome> to);
  void continue_converge(std::vector<core::task> next, promise<task_outcome> to);
  /// Ends the reload, or wants another one if afterAll hooks have changed global values (LIFECYCLE-STEPS 8).
  void end_converge(promise<task_outcome> to);
  void finish_converge(promise<task_outcome> to);
  /// The global values and flags as one text that differs if they do.
  void read_global_state(std::function<void(std::string)> then);

  void stop_all(int exit_code);
  /// The label `activation` of metrics.
  [[nodiscard]] std::string activation() const { return first_converge_done_ ? "" : "OperatorStartup"; }

  base<supervisor_actor>* self_;
  std::shared_ptr<const operator_setup> setup_;
  operator_parts parts_;
  std::optional<core::converge_plan> plan_;
  std::shared_ptr<module_discovery> discovery_;
  std::set<std::string> enabled_; ///< as the MODULEs were told
  /// Modules whose ModuleRun waits in main and has not begun: another reason for a run adds nothing.
  std::set<std::string> waiting_runs_;
  std::int64_t running_since_us_ = 0;
  std::optional<std::string> running_module_; ///< whose run or deletion is under way in main
  bool converge_queued_ = false;
  std::int64_t converge_begun_us_ = 0; ///< 0: no reload is under way
  bool first_converge_done_ = false;
  bool stopping_ = false;
  std::optional<std::string> before_after_all_; ///< global state when the afterAll hooks of this round began
  std::uint64_t before_after_all_round_ = 0;
  std::vector<core::ignored_key> ignored_keys_; ///< of the ConfigMap as it is now
  std::map<std::string, std::string> problems_; ///< subject -> problem, for readiness
  std::vector<std::string> section_problems_;
  core::period_counter invalid_config_{std::chrono::seconds(5)};
};

/// Spawns the supervisor. Nothing happens before `start_operator`.
supervisor_actor supervisor(caf::actor_system& system, const context_ptr& shared,
                            std::shared_ptr<const operator_setup> setup);

} // namespace actors
