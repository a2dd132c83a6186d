#pragma once

#include "actors/supervision/main_queue_reload.hpp"
#include "actors/supervision/main_queue_tasks.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/main_queue/lifecycle_work.hpp"
#include "core/main_queue/run_reasons.hpp"

#include <memory>
#include <string>

namespace actors::supervision {

/// Turns reasons for work into tasks of queue `main`, and executes these tasks. Created when the global hooks
/// are known. A part of the SUPERVISOR.
class main_queue {
public:
  main_queue(framework::actor_base<messages::supervisor_actor>* self,
             const std::shared_ptr<const operator_setup>& setup, peer_registry& peers,
             const core::bindings::hook_registry& global_hooks, main_queue_reports reports);
  main_queue(const main_queue&) = delete;
  main_queue& operator=(const main_queue&) = delete;

  /// Appends the first tasks of an operator: onStartup and Synchronization of the global hooks, and the first
  /// reload.
  /// @param known whether these are all global hooks
  void begin(const core::bindings::hook_registry& global_hooks, core::modules::hooks_known known);

  void want(const core::main_queue::consequence& x);
  void want_run(const std::string& module, const std::string& event);
  /// Sets the modules that stay as they are.
  void set_paused(const core::modules::paused_modules& x);
  /// Work goes on without a global hook while its objects cannot be known. No release is removed until the
  /// hook is taken up and synchronized.
  void put_off(const std::string& global_hook) { tasks_.put_off(global_hook); }
  void take_up(const std::string& global_hook);
  void want_release(const std::string& name, const std::string& event);
  /// Handles the reminder of `watch_held_reload`.
  void look_at_held_reload();
  void pause_over(std::uint64_t number);
  [[nodiscard]] removal_graces& graces() noexcept { return tasks_.graces(); }

  [[nodiscard]] framework::promise<messages::task_outcome> execute(const messages::execute_task& x);

  [[nodiscard]] const core::main_queue::work& work() const noexcept { return work_; }
  /// The end of the last run of each module that has run, for people.
  [[nodiscard]] const std::map<std::string, core::status::run_end>& run_ends() const noexcept {
    return tasks_.run_ends();
  }
  /// See `main_queue_reload`.
  [[nodiscard]] std::optional<std::int64_t> first_done_us() const noexcept { return reload_.first_done_us(); }

private:
  void perform(const core::main_queue::effects& effects);
  void watch_held_reload();
  /// Notes the current message as a reason for the wanted work, for traces.
  void note_reasons(const core::main_queue::consequence& x);
  [[nodiscard]] core::main_queue::reasons::reload_now reload_now() const;
  void append(core::tasks::task task);

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  core::main_queue::work work_;
  core::main_queue::reasons reasons_;
  main_queue_tasks tasks_;
  main_queue_reload reload_;
  bool watches_held_reload_ = false; ///< a reminder is pending; bound: a single reminder
};

} // namespace actors::supervision
