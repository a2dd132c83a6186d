#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/tasks/task_sender.hpp"
#include "core/bindings/binding_states.hpp"
#include "core/bindings/context.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/unsynchronized_events.hpp"
#include "core/bindings/waiting_contexts.hpp"
#include "core/tasks/returned_tasks.hpp"
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

/// The reason for a task of a hook, and the task's queue.
struct hook_cause {
  std::string binding; ///< name
  std::string type;    ///< of the binding: `kubernetes` or `schedule`
  std::string event;   ///< for dumps
  std::string queue;
  int step = 0; ///< lifecycle step
  bool allow_failure = false;
};

/// The tasks of an owner's hooks in queues, and the contexts of these tasks. A part of the owner.
/// Why so: docs/decisions/tasks-of-a-disabled-module-wait.md
///
/// While the owner is disabled, its tasks are held here: new tasks, and old tasks when their queue begins
/// them. They go on if the owner is enabled again, and are lost if it is deleted. Tasks that need unknown
/// objects are held, too, until the objects are listed. Many held tasks are compacted to the newest state of
/// each object and a single tick of each schedule. If very many contexts of a hook wait in queues, behind a
/// long or failing run, they are compacted, too (`core::bindings::waiting_contexts`).
class hook_tasks {
public:
  /// @param limit of a hook's waiting contexts before they are compacted
  hook_tasks(owner_self self, messages::supervisor_actor supervisor, core::bindings::waiting_size limit)
    : self_(self), sender_(self.get(), std::move(supervisor)), limit_(limit) {}

  /// @param module empty: the global hooks.
  void adopt(std::string module, std::shared_ptr<const core::bindings::hook_registry> hooks);

  /// Creates a task for the context, and appends it to its queue.
  void append(const core::bindings::hook_definition& hook, const hook_cause& why, core::bindings::context context);
  /// Creates a task for an event of a kubernetes binding. A deletion that the hook does not want creates no
  /// task.
  void append_event(const core::bindings::binding_id& id, core::bindings::object_event event);
  /// Creates a task for each schedule that has this crontab.
  void append_ticks(const std::string& crontab);

  /// The contexts of the task that were not dropped.
  [[nodiscard]] std::vector<core::bindings::context> contexts_of(const core::tasks::run_hook_for_events& task) const;
  /// The task without its dropped contexts.
  [[nodiscard]] core::tasks::run_hook_for_events left_of(const core::tasks::run_hook_for_events& task) const;
  /// Notes that a run with the task's contexts begins.
  void begin(const core::tasks::run_hook_for_events& task);
  /// Notes that the run did not begin after all.
  void put_back(const core::tasks::run_hook_for_events& task);
  /// Notes that the run has failed and will be tried again.
  void fail(const core::tasks::run_hook_for_events& task);
  /// Drops the task's contexts, because the hook has seen them or need not see them.
  void drop_contexts(const core::tasks::run_hook_for_events& task);
  /// The hooks that have not seen all events of objects that have come so far, in queues or held.
  /// @param last number of the newest context that counts, see `last_context`
  [[nodiscard]] std::vector<std::string> hooks_with_events(std::uint64_t last) const;
  [[nodiscard]] std::uint64_t last_context() const noexcept { return last_run_; }
  /// The number of contexts that were left out so far, by hook.
  [[nodiscard]] const std::map<std::string, std::size_t>& left_out() const noexcept { return left_out_; }
  /// Drops all contexts. Tasks that still wait in queues then do not run their hook.
  void clear();
  /// Notifies the queues that the owner is off.
  void leave_queues() { sender_.leave(module_); }

  void set_enabled(bool enabled);
  [[nodiscard]] bool is_enabled() const noexcept { return enabled_; }
  /// Whether earlier contexts of the same bindings are held: the task must not overtake them.
  [[nodiscard]] bool follows_held(const std::string& queue, const core::tasks::run_hook_for_events& task) const;
  /// Notes that the queue begins the task. @returns true if older tasks of the hook are on their way to the
  /// queue after `resume`, so that this task must go behind them
  [[nodiscard]] bool overtakes(const std::string& queue, const core::tasks::run_hook_for_events& task) {
    return returned_.overtakes(queue, task);
  }
  /// Sends a task, which its queue has begun, to the queue again.
  void send_back(const std::string& queue, const core::tasks::run_hook_for_events& task) {
    send_again({queue, task, self_->current_id()});
  }
  /// Keeps a task, which its queue has begun, until `resume`.
  void hold(const std::string& queue, const core::tasks::run_hook_for_events& task);

  /// Sends held tasks to their queues again, if the owner is enabled.
  void resume();

private:
  struct held_task {
    std::string queue;
    core::tasks::run_hook_for_events task;
    std::uint64_t cause = 0; ///< id of the message that caused the task
  };

  void append_event(const core::bindings::binding_id& id, const core::bindings::hook_definition& hook,
                    const core::bindings::kubernetes_binding& from, core::bindings::object_event event);
  [[nodiscard]] const core::bindings::context* context_of(const std::string& hook, std::uint64_t number) const;
  void compact_if_full(const std::string& hook);
  void end_object(const core::bindings::binding_id& id, const core::bindings::snapshot_object& x);
  /// Removes these contexts from tasks, here and in queues. @returns their number.
  std::size_t leave_out(const std::string& hook, core::bindings::runs_by_queue outdated);
  void compact_held();
  void forget_held_runs();
  [[nodiscard]] std::vector<held_task> take_held();
  void send_again(held_task x);

  owner_self self_;
  tasks::task_sender sender_;
  std::string module_;
  std::shared_ptr<const core::bindings::hook_registry> hooks_ = std::make_shared<const core::bindings::hook_registry>();
  core::bindings::waiting_size limit_;
  /// Waiting contexts by hook; their numbers are the numbers in `run_hook_for_events::runs`.
  std::map<std::string, core::bindings::waiting_contexts> contexts_;
  std::uint64_t last_run_ = 0;
  std::set<std::string> reported_; ///< hooks with logged compactions, until they have no contexts left
  std::map<std::string, std::size_t> left_out_;
  bool enabled_ = true;
  /// Bound: compacted when the number of contexts has doubled since the last compaction.
  std::vector<held_task> held_;
  core::tasks::returned_tasks returned_; ///< held tasks that were sent to their queues again
  std::size_t held_runs_ = 0;            ///< number of contexts of these tasks
  std::size_t compact_at_ = core::bindings::unsynchronized_events::kept_as_they_came;
};

} // namespace actors::hooks
