#pragma once

#include "actors/hooks/binding_watches.hpp"
#include "actors/hooks/hook_peers.hpp"
#include "actors/hooks/hook_rate.hpp"
#include "actors/hooks/hook_tasks.hpp"
#include "actors/hooks/hooks_location.hpp"
#include "actors/hooks/invoker.hpp"
#include "actors/hooks/owner_self.hpp"
#include "actors/hooks/review_runs.hpp"
#include "actors/hooks/snapshots_dump.hpp"
#include "actors/hooks/synchronization.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/scheduler.hpp"
#include "core/bindings/binding_states.hpp"
#include "core/metrics/state_metrics.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors::hooks {

/// The hooks of an owner (MODULE or GLOBAL HOOKS), with their watches, Synchronization, tasks and runs. A
/// part of the owner.
class owner_hooks {
public:
  using on_done = std::function<void(base::result<void>)>;
  using on_run = std::function<void(hook_run_result)>;
  using on_task = std::function<void(core::tasks::task_result)>;

  /// @param lists_changed called after each possible change of `lists`.
  owner_hooks(owner_self self, peers peers, std::function<void()> lists_changed);

  /// Sets the hooks of the owner. @pre watches and schedules of earlier hooks are stopped.
  void adopt(hooks_location location, std::shared_ptr<const core::bindings::hook_registry> hooks);
  [[nodiscard]] const core::bindings::hook_registry& hooks() const { return *hooks_; }
  /// The metrics of the owner's hooks: the existing hooks, and the numbers of events that were left out.
  [[nodiscard]] messages::metrics_measured measure() const;

  // -- for users -------------------------------------------------------------------

  [[nodiscard]] messages::hooks_described describe() const { return {{}, hooks_}; }
  [[nodiscard]] framework::promise<messages::snapshots_dumped> dump() const {
    return dump_hooks(self_.get(), watches_, hooks_);
  }

  // -- watches and Synchronization

  /// Starts the watches of a hook; empty: of all hooks.
  void start_monitors(const std::string& hook) { watches_.start(hook); }
  void stop_monitors();
  /// The state of the lists that a start waits for; `hook` is empty for the lists of all hooks.
  [[nodiscard]] core::bindings::list_state lists(const std::string& hook) const { return watches_.awaited_lists(hook); }

  /// True if the objects of all these bindings are known.
  [[nodiscard]] bool are_known(const std::set<core::bindings::binding_id>& ids) const {
    return watches_.are_known(ids);
  }

  /// Marks a hook whose objects cannot be known: until `take_up`, a start does not wait for its
  /// Synchronization.
  void put_off(const std::string& hook) { synchronization_.put_off(hook); }
  void take_up(const std::string& hook) { synchronization_.take_up(hook); }

  /// See `synchronization`.
  void synchronize(const std::string& hook, int step, on_done done);
  void await_synchronization(on_done done) { synchronization_.await(std::move(done)); }

  /// Calls back when no task of these hooks runs in a queue.
  void await_idle(on_done done);

  /// The hooks that have not seen all events of objects that have come so far.
  [[nodiscard]] std::vector<std::string> hooks_with_events() const {
    return tasks_.hooks_with_events(tasks_.last_context());
  }
  /// Calls back when the hooks have seen the events that have come until now, or need not see them. Later
  /// events do not count.
  void await_events(std::function<void()> done);

  /// Drops the callbacks of `await_synchronization` and `await_idle`. Runs and tasks go on.
  /// @returns true if a callback was dropped.
  bool stop_waiting();

  /// Enables or disables the owner. While it is disabled, its events and tasks are held until it is enabled
  /// again, or until its watches are stopped.
  void set_enabled(bool enabled) { tasks_.set_enabled(enabled); }

  void enable_schedules();
  void disable_schedules();

  // -- runs

  /// Runs a hook at a point of the lifecycle, with the snapshots of all its bindings.
  void run_at(const core::bindings::hook_ptr& hook, core::bindings::lifecycle_point point, const std::string& queue,
              int step, on_run done);
  /// Executes a task for events, or for the Synchronization in a named queue. The task is postponed if the
  /// hook's rate limit does not allow a run yet, and held while its objects are unknown.
  void execute(const core::tasks::run_hook_for_events& task, const std::string& queue, on_task done);

  /// See `review_runs`.
  [[nodiscard]] framework::promise<messages::review_answered> decide(const messages::review_asked& x) {
    return reviews_.decide(x);
  }
  [[nodiscard]] framework::promise<messages::conversion_answered> convert(const messages::conversion_asked& x) {
    return reviews_.convert(x);
  }
  /// Hooks that convert objects before `adopt`. They run for nothing else.
  void adopt_early(hooks_location location, std::shared_ptr<const core::bindings::hook_registry> hooks) {
    reviews_.adopt_early(std::move(hooks));
    invoker_.adopt(std::move(location));
  }
  void look_at_reviews() { reviews_.look_at_waiting(); }
  /// See `review_runs::await_end`.
  void await_reviews(std::function<void()> done) { reviews_.await_end(std::move(done)); }
  [[nodiscard]] framework::promise<messages::review_context_made> make_context(const messages::make_review_context& x) {
    return reviews_.make_context(x);
  }

  // -- messages to the owner

  void on_listed(const messages::objects_listed& x) { watches_.on_listed(x); }
  void on_changed(const messages::object_changed& x) { watches_.on_changed(x); }
  void on_fired(const messages::schedule_fired& x);
  void on_wait_over(const messages::hook_wait_over& x) { pace_.on_wait_over(x); }

private:
  void on_list(const core::bindings::binding_id& id);
  void on_event(const core::bindings::binding_id& id, core::bindings::object_event x);
  /// Runs the hook for the contexts of `part`. If they are too long for a run, only the first half is shown;
  /// the task is postponed, and shows the other contexts when it begins again.
  void execute_part(const core::bindings::hook_ptr& hook, const core::tasks::run_hook_for_events& task,
                    core::tasks::run_hook_for_events part, const std::string& queue, on_task done);
  void end_task();
  void answer_seen();

  owner_self self_;
  peers peers_;
  std::function<void()> lists_changed_;
  std::string module_; ///< empty: the global hooks
  std::shared_ptr<const core::bindings::hook_registry> hooks_ = std::make_shared<const core::bindings::hook_registry>();
  core::bindings::binding_states states_;
  binding_watches watches_;
  invoker invoker_;
  review_runs reviews_;
  hook_rate pace_;
  hook_tasks tasks_;
  synchronization synchronization_;
  std::size_t running_ = 0; ///< number of tasks that run in queues
  std::vector<on_done> waiting_for_idle_;

  struct event_waiter {
    std::uint64_t last = 0; ///< number of the newest context that counts
    std::function<void()> done;
  };
  /// Bound: a waiter for each module that waits.
  std::vector<event_waiter> waiting_for_events_;
};

} // namespace actors::hooks
