#pragma once

#include "actors/hooks/hook_dump.hpp"
#include "actors/hooks/hook_invoker.hpp"
#include "actors/hooks/hook_monitors.hpp"
#include "actors/hooks/hook_pace.hpp"
#include "actors/hooks/hook_peers.hpp"
#include "actors/hooks/hook_tasks.hpp"
#include "actors/hooks/hooks_location.hpp"
#include "actors/hooks/owner_self.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/queue.hpp"
#include "actors/messages/scheduler.hpp"
#include "core/bindings/binding_context.hpp"
#include "core/bindings/binding_states.hpp"
#include "core/metrics/state_metrics.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors {

/// The hooks of one owner (MODULE or GLOBAL HOOKS) as their actor sees them: monitors, Synchronization, events, runs.
/// A part of that actor, not an actor: everything here runs in its handlers.
class hook_bindings {
public:
  using on_done = std::function<void(core::result<void>)>;
  using on_run = std::function<void(hook_run_result)>;
  using on_task = std::function<void(core::task_result)>;

  hook_bindings(owner_self self, hook_peers peers);

  /// The owner's hooks are known now. Monitors and schedules of hooks that were known before must have been stopped.
  void adopt(hooks_location location, std::shared_ptr<const core::hook_registry> hooks);
  [[nodiscard]] const core::hook_registry& hooks() const { return *hooks_; }
  /// The metrics that show which hooks there are.
  [[nodiscard]] metrics_measured measure() const { return {core::binding_counts(module_, *hooks_)}; }

  // -- for people who look

  [[nodiscard]] hooks_described describe() const { return {{}, hooks_}; }
  [[nodiscard]] promise<snapshots_dumped> dump() const { return dump_hooks(self_.get(), monitors_, hooks_); }

  // -- monitors and Synchronization

  /// Starts the monitors of the hook (empty: of all hooks) and calls back when those that are waited for know their
  /// objects; with an error, if one of them can not know them for the moment and `give_way` is set.
  void start_monitors(const std::string& hook, bool give_way, on_done done);
  /// True if every binding that a start waits for knows its objects.
  [[nodiscard]] bool all_listed() const { return monitors_.all_listed(); }
  /// Calls back each time that a binding knows its objects, for the first time or again; and when one for which a start
  /// waits does not know them any more, with the reason.
  void observe_lists(std::function<void()> listed, std::function<void(const std::string&)> lost) {
    listed_ = std::move(listed);
    lost_ = std::move(lost);
  }
  void stop_monitors();

  /// Runs the Synchronization that is due for the hook (empty: for all hooks, by name): bindings in queue `main` at
  /// once, one run for each hook; the others as tasks in their queues.
  /// @param step lifecycle step of these runs.
  void synchronize(const std::string& hook, int step, on_done done);
  /// Calls back when every binding that is waited for is synchronized.
  void await_synchronization(on_done done);

  /// Calls back when no task of these hooks runs in a queue.
  void await_idle(on_done done);

  /// Gives up waiting for lists, Synchronization and idleness; what was started goes on. The callbacks are dropped.
  /// @returns true if somebody waited.
  bool stop_waiting();

  /// What happens while the owner is not enabled is kept until it is again, or until its monitors are stopped.
  void set_enabled(bool enabled) { tasks_.set_enabled(enabled); }

  void enable_schedules();
  void disable_schedules();

  // -- runs

  /// Runs a hook at a moment of the lifecycle, with the snapshots of all its bindings.
  void run_at(const core::hook_ptr& hook, core::lifecycle_point point, const std::string& queue, int step, on_run done);
  /// Carries out a task that was made for events or for Synchronization in a named queue. It is postponed if the hook
  /// may not run yet, and kept aside while it would show objects that are not known.
  void execute(const core::run_hook_for_events& task, const std::string& queue, on_task done);

  // -- messages to the owner

  void on_listed(const objects_listed& x) { monitors_.take(x); }
  void on_changed(const object_changed& x) { monitors_.take(x); }
  void on_schedule(const schedule_fired& x);
  void on_wait_over(const hook_wait_over& x) { pace_.on_wait_over(x); }

private:
  void on_listed(const core::binding_id& id);
  void on_changed(const core::binding_id& id, core::object_event x);
  void check_awaited();
  void end_run();

  /// The bindings of the hook that wait for their Synchronization and whose queue is `main`, or is not.
  [[nodiscard]] std::vector<core::binding_id> due(const core::hook_ptr& hook, bool in_main) const;
  void synchronize_next(std::vector<core::hook_ptr> left, int step, on_done done);
  void synchronize_one(const core::hook_ptr& hook, std::vector<core::binding_id> ids, std::vector<core::hook_ptr> left,
                       int step, on_done done);
  void queue_synchronization(const core::hook_ptr& hook, int step);
  void conclude_synchronization(const std::vector<core::binding_id>& ids);

  void execute_now(const core::hook_ptr& hook, const core::run_hook_for_events& task,
                   std::vector<core::binding_context> contexts, const std::string& queue, on_task done);
  /// False if all value changes of the run are part of a ModuleRun, or of a start, that waits for it.
  [[nodiscard]] bool has_consequences(const std::vector<core::binding_context>& contexts) const;
  [[nodiscard]] core::binding_context synchronization_of(const core::binding_id& id) const;

  void queue_event(const core::binding_id& id, core::object_event event);
  [[nodiscard]] const core::kubernetes_binding& binding(const core::binding_id& id) const;

  owner_self self_;
  hook_peers peers_;
  std::string module_; ///< empty: the global hooks
  std::shared_ptr<const core::hook_registry> hooks_ = std::make_shared<const core::hook_registry>();
  core::binding_states states_;
  hook_monitors monitors_;
  hook_invoker runs_;
  hook_pace pace_;
  std::vector<on_done> waiting_for_synchronization_;
  /// Hooks whose turn to synchronize has come since their monitors were started, and the lifecycle step of it.
  std::map<std::string, int> turns_;
  /// Synchronization that waits or runs in a named queue.
  std::set<core::binding_id> queued_synchronization_;
  hook_tasks tasks_;
  std::function<void()> listed_;
  std::function<void(const std::string&)> lost_;
  std::vector<on_done> waiting_for_idle_;
  std::size_t running_ = 0; ///< tasks that run in queues
  /// Rises when the monitors are stopped: a run of before says nothing about the bindings as they are now.
  std::uint64_t life_ = 0;
};

} // namespace actors
