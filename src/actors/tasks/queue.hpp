#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/queue.hpp"
#include "core/tasks/passed_failures.hpp"
#include "core/tasks/queue_dump.hpp"
#include "core/tasks/queue_pause.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors::tasks {

/// The actors that a QUEUE reports to.
struct queue_peers {
  messages::supervisor_actor supervisor; ///< receives failures of the head
  messages::metrics_actor metrics;       ///< receives the waiting time of tasks
};

/// The state of a QUEUE. It runs its tasks in order; a failed head is tried again before its successors,
/// unless its executor lets other tasks pass. A group of modules is a single task, and its members run side
/// by side.
struct queue_state {
  using handle_type = messages::queue_actor;

  queue_state(framework::actor_base<messages::queue_actor>* self, std::string name, core::tasks::retry_rule retry,
              queue_peers peers);
  messages::queue_actor::behavior_type make_behavior();

  void append(const messages::append_task& x);
  void withdraw();
  void leave(const messages::leave_queue& x) { users_.erase(x.module); }
  void leave_out(const messages::runs_left_out& x) { forget(tasks_.leave_out(x.module, x.runs)); }
  void repaired(const messages::failures_repaired& x);
  void pause(const messages::pause_queue& x);
  void drain();
  [[nodiscard]] messages::metrics_measured measure() const;
  [[nodiscard]] core::tasks::queue_dump dump() const;
  void wait_over(const messages::head_wait_over& x);

private:
  struct kept {
    messages::executor_actor executor;
    std::int64_t waits_since_us = 0; ///< since it was appended, or since its last try ended
    std::int64_t waited_us = 0;      ///< before the current try
  };

  void run_head();
  void run_members();
  void begin_group();
  using on_outcome = std::function<void(const messages::task_outcome&)>;
  void execute(std::uint64_t id, const core::tasks::queued_task& x, const on_outcome& then);
  void forget(const std::vector<std::uint64_t>& tasks);
  void forget(std::uint64_t task);
  void count_wait(const core::tasks::task& x, std::chrono::microseconds waited);
  void conclude(std::uint64_t id, const messages::task_outcome& outcome);
  void remove_head(std::uint64_t id, const std::function<void()>& remove);
  void put_before_head(const std::vector<messages::task_entry>& entries);
  void conclude_member(std::size_t member, const messages::task_outcome& outcome);
  void end_group();
  void conclude_failed_member(std::size_t member, const core::tasks::task_failed& failure);
  void tell_members();
  void wait_and_retry(const base::error& reason);
  void set_aside(std::uint64_t id, const base::error& reason);
  void wait(const core::tasks::head_wait& x);
  void remind(const core::tasks::head_wait& x);
  void log_retry(const core::tasks::queued_task& x, std::chrono::milliseconds delay) const;
  void tell_failure();
  void tell_interrupted(const core::tasks::task& x, const std::string& reason);
  /// Reports these failures, of the head or of its members, together with the failures of tasks that others
  /// have passed.
  void tell_problem(std::vector<std::string> failures);
  /// A try that has ended.
  struct ended_try {
    std::chrono::microseconds lasted{0};
    std::chrono::microseconds waited{0};
    unsigned failures = 0; ///< failures before this try
  };
  void report(const core::tasks::task& x, const messages::task_outcome& outcome, const ended_try& how);
  void record(const core::tasks::task& x, const messages::task_outcome& outcome, const ended_try& how);
  [[nodiscard]] std::vector<core::tasks::dumped_member> dump_members(std::int64_t now_us) const;
  [[nodiscard]] core::tasks::queued_task enqueue(const messages::task_entry& entry);

  framework::actor_base<messages::queue_actor>* self_;
  std::string name_;
  core::tasks::queue_order tasks_;
  queue_peers peers_;
  /// Further facts about each task. An entry lives as long as its task is in the queue.
  std::map<std::uint64_t, kept> kept_;
  core::tasks::passed_failures passed_;
  std::set<std::string> users_; ///< enabled modules that have appended tasks; an empty name: the global hooks
  std::uint64_t last_task_ = 0;
  std::int64_t started_us_ = 0;   ///< of the running head
  std::int64_t wait_ends_us_ = 0; ///< of the waiting head
  /// The running head belongs to a withdrawn reload, so it is not tried again.
  bool head_withdrawn_ = false;
  core::tasks::queue_pause pause_;
  bool failing_ = false; ///< the SUPERVISOR knows that the head fails
};

/// Spawns the queue `name`.
messages::queue_actor queue(caf::actor_system& system, const framework::context_ptr& shared, const std::string& name,
                            core::tasks::retry_rule retry, const queue_peers& peers);

} // namespace actors::tasks
