#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/tasks/task_sender.hpp"
#include "core/bindings/binding_states.hpp"
#include "core/bindings/context.hpp"
#include "core/bindings/held_events.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/waiting_contexts.hpp"
#include "core/tasks/task.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors::hooks {

/// The reason for a hook's run as a task of a queue.
struct hook_cause {
  std::string binding; ///< name
  std::string type;    ///< of the binding: `kubernetes` or `schedule`
  std::string event;   ///< for dumps
  std::string queue;
  int step = 0; ///< lifecycle step
  bool allow_failure = false;
};

/// The tasks that an owner's hooks have in queues, and the contexts that they will show. A part of the owner.
/// Why so: docs/decisions/tasks-of-a-disabled-module-wait.md
///
/// While the owner is not enabled its tasks are held here, old tasks that queues begin as well as new tasks:
/// they are lost if the owner is deleted, and go on if it is enabled again before that. Tasks that show
/// unknown objects are held too, until a list has come. Many held tasks are compacted: of each object the
/// newest state is shown, and a single tick of each schedule. So are the contexts of a hook that wait in
/// queues behind a run that lasts or fails, once they are very many (`core::bindings::waiting_contexts`).
class hook_tasks {
public:
  /// @param limit of the contexts that wait for a hook as they came
  hook_tasks(owner_self self, messages::supervisor_actor supervisor, core::bindings::waiting_size limit)
    : self_(self), sender_(self.get(), std::move(supervisor)), limit_(limit) {}

  /// @param module empty: the global hooks.
  void adopt(std::string module, std::shared_ptr<const core::bindings::hook_registry> hooks);

  /// Makes a task that shows the context and appends it to its queue.
  void append(const core::bindings::hook_definition& hook, const hook_cause& why, core::bindings::context context);
  /// The same for an event of a kubernetes binding; an end that the hook does not want to see makes no task.
  void append_event(const core::bindings::binding_id& id, core::bindings::object_event event);
  /// Makes and appends a task for each schedule that has this crontab.
  void append_ticks(const std::string& crontab);

  /// Contexts of the task that are still to be shown.
  [[nodiscard]] std::vector<core::bindings::context> contexts_of(const core::tasks::run_hook_for_events& task) const;
  /// The task with only the contexts that are still to be shown.
  [[nodiscard]] core::tasks::run_hook_for_events left_of(const core::tasks::run_hook_for_events& task) const;
  /// A run begins to show the task's contexts.
  void begin(const core::tasks::run_hook_for_events& task);
  /// The run has not begun.
  void put_back(const core::tasks::run_hook_for_events& task);
  /// The run has failed, and will be tried again.
  void fail(const core::tasks::run_hook_for_events& task);
  /// The task's contexts have been shown.
  void drop_contexts(const core::tasks::run_hook_for_events& task);
  /// The number of contexts that were left out so far, by hook.
  [[nodiscard]] const std::map<std::string, std::size_t>& left_out() const noexcept { return left_out_; }
  /// Tasks that still wait in queues will find no context to show.
  void clear();
  /// The owner is off: its queues need not know it any more.
  void leave_queues() { sender_.leave(module_); }

  void set_enabled(bool enabled);
  [[nodiscard]] bool is_enabled() const noexcept { return enabled_; }
  /// Keeps a task that a queue has begun until `resume`.
  void hold(const std::string& queue, const core::tasks::run_hook_for_events& task);

  /// Tasks that were held go to their queues again, unless the owner is not enabled.
  void resume();

private:
  struct held_task {
    std::string queue;
    core::tasks::run_hook_for_events task;
    std::uint64_t cause = 0; ///< id of the message that has brought it
  };

  void append_event(const core::bindings::binding_id& id, const core::bindings::hook_definition& hook,
                    const core::bindings::kubernetes_binding& from, core::bindings::object_event event);
  [[nodiscard]] const core::bindings::context* context_of(const std::string& hook, std::uint64_t number) const;
  void compact_if_full(const std::string& hook);
  void end_object(const core::bindings::binding_id& id, const core::bindings::snapshot_object& x);
  /// Tells all that keep the runs of these contexts. @returns their number.
  std::size_t leave_out(const std::string& hook, core::bindings::runs_by_queue outdated);
  void compact_held();
  void forget_held_runs();
  [[nodiscard]] std::vector<held_task> take_held();

  owner_self self_;
  tasks::task_sender sender_;
  std::string module_;
  std::shared_ptr<const core::bindings::hook_registry> hooks_ = std::make_shared<const core::bindings::hook_registry>();
  core::bindings::waiting_size limit_;
  /// Of each hook, by the number in `run_hook_for_events::runs`.
  std::map<std::string, core::bindings::waiting_contexts> contexts_;
  std::uint64_t last_run_ = 0;
  std::set<std::string> reported_; ///< hooks with too much that waits; until nothing waits for them
  std::map<std::string, std::size_t> left_out_;
  bool enabled_ = true;
  /// Bound: outdated contexts go as soon as there are twice as many contexts as were left the last time.
  std::vector<held_task> held_;
  std::size_t held_runs_ = 0; ///< contexts of these tasks
  std::size_t compact_at_ = core::bindings::held_events::kept_as_they_came;
};

} // namespace actors::hooks
