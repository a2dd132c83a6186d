#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/tasks/task_sender.hpp"
#include "core/bindings/context.hpp"
#include "core/bindings/held_events.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/outdated_contexts.hpp"
#include "core/bindings/states.hpp"
#include "core/tasks/task.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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
/// While the owner is not enabled its tasks are held here, both new tasks and waiting tasks that a queue
/// begins. A deletion of the owner drops them; they go on if the owner is enabled again before that. Tasks
/// that show unknown objects are held, too, until a list has come. Many held tasks are compacted to the
/// newest state of each object and a single tick of each schedule.
class hook_tasks {
public:
  hook_tasks(owner_self self, messages::supervisor_actor supervisor)
    : self_(self), sender_(self.get(), std::move(supervisor)) {}

  /// @param module empty: the global hooks.
  void adopt(std::string module, std::shared_ptr<const core::bindings::hook_registry> hooks);

  /// Makes a task that shows the context and appends it to its queue.
  void append(const core::bindings::hook_definition& hook, const hook_cause& why, core::bindings::context context);
  /// Makes and appends a task for an event of a kubernetes binding.
  void append_event(const core::bindings::binding_id& id, core::bindings::object_event event);
  /// Makes and appends a task for each schedule that has this crontab.
  void append_ticks(const std::string& crontab);

  /// Contexts of the task that are still to be shown.
  [[nodiscard]] std::vector<core::bindings::context> contexts_of(const core::tasks::run_hook_for_events& task) const;
  /// The task with only the contexts that are still to be shown.
  [[nodiscard]] core::tasks::run_hook_for_events left_of(const core::tasks::run_hook_for_events& task) const;
  /// The task's contexts have been shown.
  void drop_contexts(const core::tasks::run_hook_for_events& task);
  /// Drops all contexts: a task that still waits in a queue has no context left, so its hook does not run.
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
  void compact_held();
  [[nodiscard]] std::vector<held_task> take_held();
  [[nodiscard]] std::vector<core::bindings::waiting_context> held_contexts();

  owner_self self_;
  tasks::task_sender sender_;
  std::string module_;
  std::shared_ptr<const core::bindings::hook_registry> hooks_ = std::make_shared<const core::bindings::hook_registry>();
  /// By the number in `run_hook_for_events::runs`. Bound: the tasks in queues and the held tasks.
  std::map<std::uint64_t, core::bindings::context> contexts_;
  std::uint64_t last_run_ = 0;
  bool enabled_ = true;
  /// Bound: when the number of contexts has doubled since the last compaction, `outdated_contexts` are
  /// dropped.
  std::vector<held_task> held_;
  std::size_t held_runs_ = 0; ///< contexts of these tasks
  std::size_t compact_at_ = core::bindings::held_events::kept_as_they_came;
};

} // namespace actors::hooks
