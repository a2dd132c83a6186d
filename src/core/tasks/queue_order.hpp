#pragma once

#include "base/event_batching.hpp"
#include "core/tasks/queued_task.hpp"
#include "core/tasks/retry_wait.hpp"
#include "core/tasks/side_by_side_run.hpp"
#include "core/tasks/tasks_aside.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::tasks {

/// A wait of the head of a queue.
struct head_wait {
  std::uint64_t number = 0; ///< rises with each wait of the queue, so a wait with a lower number has ended
  std::chrono::milliseconds delay{0};
};

/// Decides which task of a queue runs next. As a rule the first task that comes runs first, and a failed head
/// stays the head, so that hooks see events in order. Exceptions: a task for older events comes before later
/// events of its hook (`place_by_age`), a long queue is compacted (`compact`), and a task may be set aside.
/// One task runs at a time.
///
/// States of the head: idle ─start_head─▶ running ─finish_head, drop_failed_head─▶ (gone, next is idle)
///                                        running ─fail_head─────▶ waiting ───end_wait, repaired─▶ idle
///                                        running ─postpone_head─▶ postponed ─end_wait─▶ idle
///                       idle ─hold_head─▶ waiting, gathering ─────end_wait─▶ idle
///                                        running ─set_head_aside─▶ (aside, next is idle)
///
/// A task that was set aside lets other tasks pass; with the end of its wait it comes before them again.
///
/// A head that is a group of modules runs until each member has run. Its members begin, fail and wait on
/// their own, see `side_by_side_run`; no other task begins meanwhile.
///
/// A task of a reload that failed and is taken back leaves its failures here: the next plan makes the same
/// task again, and the task goes on waiting. Such a record expires one maximal delay after its wait has
/// ended, so there is at most one record for each module, hook and release.
///
/// Frequent events are gathered, because each run costs a process: a hook sees a thousand events in a few
/// runs. A run is crowded if it has at least four events, or if at least two further tasks of its hook, and
/// no other task, came while it ran. Ten crowded runs begin at once; then a run begins every 100 ms, and the
/// interval grows up to 400 ms while each run still brings 32 events or more. A run that would hold up other
/// work begins at once. A single event never waits.
///
/// `now_us` is the time of a steady clock in microseconds. If it falls nevertheless, no wait becomes
/// longer than the longest wait of the rule.
class queue_order {
public:
  enum class head_state { idle, running, waiting, postponed, gathering };

  explicit queue_order(retry_rule retry);

  /// Adds a task at the tail. A queue that has become long is compacted. If the head gathers events, any
  /// other task ends the gathering. A waiting run or deletion of a module is not queued twice: it reads
  /// current state when it starts, so it covers earlier reasons.
  /// @returns the ids of tasks that have become part of other tasks.
  [[nodiscard]] std::vector<std::uint64_t> append(queued_task x);

  /// Puts tasks in front of the head, first to last, and lets the head rest until they are done.
  /// @pre the head runs.
  void insert_before_head(std::vector<queued_task> xs);

  /// Hands out the head; null while the head runs, waits, or does not exist. Tasks directly behind the head
  /// become part of it if they can be combined with it. A task before the head becomes part of a task aside
  /// if both have the same work. The ids of all these tasks are added to `combined`. The pointer is valid
  /// until the next call.
  [[nodiscard]] const queued_task* start_head(std::vector<std::uint64_t>& combined, std::int64_t now_us);

  /// Drops the running head. @pre the head runs.
  void finish_head(std::int64_t now_us);

  /// To be called before `start_head`. Lets the head wait for more events if events are frequent. If an
  /// earlier task with the same work was taken back while it waited, the head waits for the rest of that
  /// time.
  /// @returns the wait that `end_wait` ends; usually nullopt: the head does not wait.
  [[nodiscard]] std::optional<head_wait> hold_head(std::int64_t now_us);

  /// Keeps the running head for another try. @pre the head runs.
  [[nodiscard]] head_wait fail_head(base::error reason, std::uint64_t random, std::int64_t now_us);

  /// Drops the running head, which has failed and was taken back meanwhile. @pre the head runs.
  void drop_failed_head(base::error reason, std::uint64_t random, std::int64_t now_us);

  /// Lets other tasks pass until the next try of the running head. @pre the head runs.
  /// @returns the wait until that try
  [[nodiscard]] head_wait set_head_aside(base::error reason, std::uint64_t random, std::int64_t now_us);

  /// Keeps the running head, which has not failed, for `delay`: events that come for its hook until then
  /// become part of it.
  /// @pre the head runs.
  [[nodiscard]] head_wait postpone_head(std::chrono::milliseconds delay);

  /// Ends this wait of the head, of a member or of a task aside. No effect if the wait is over already.
  void end_wait(std::uint64_t number);

  /// Reports that failures may have been repaired: the wait after such a failure becomes shorter, or ends. A
  /// repair that comes during a try counts for this try, because the try may have read the state before the
  /// repair.
  /// @returns the wait that replaces the present wait; nullopt: there is no wait, or it stays as it is.
  [[nodiscard]] std::optional<head_wait> repaired(const repair_variant& by, std::int64_t now_us);

  /// As `repaired`, for tasks aside.
  /// @returns the waits that replace earlier waits
  [[nodiscard]] std::vector<head_wait> repaired_aside(const repair_variant& by, std::int64_t now_us);

  // -- the members of a group at the head, by their place in it

  /// The group that runs, or null.
  [[nodiscard]] const side_by_side_run* group() const noexcept { return group_ ? &*group_ : nullptr; }
  /// To be called once when a group has begun.
  /// @returns the waits of members that had failed before, in a group or alone, and were taken back
  [[nodiscard]] std::vector<head_wait> hold_members(std::int64_t now_us);
  /// The members that begin now.
  [[nodiscard]] std::vector<std::size_t> start_members(std::int64_t now_us);
  void finish_member(std::size_t member, std::int64_t now_us);
  /// Notes that a member has asked to be run again at once.
  void repeat_member(std::size_t member, std::int64_t now_us);
  /// @returns the wait until its next try; nullopt if the group was taken back meanwhile
  [[nodiscard]] std::optional<head_wait> fail_member(std::size_t member, base::error reason, std::uint64_t random,
                                                     std::int64_t now_us);
  /// Lets the rest of the group, and other tasks, pass until the next try of a member, which becomes a task
  /// of its own.
  /// @param id of that task
  /// @returns the wait until the next try; nullopt if the group was taken back meanwhile
  [[nodiscard]] std::optional<head_wait> set_member_aside(std::size_t member, std::uint64_t id, base::error reason,
                                                          std::uint64_t random, std::int64_t now_us);
  /// As `repaired`, for the members of a group.
  /// @returns the waits that replace earlier waits
  [[nodiscard]] std::vector<head_wait> repaired_members(const repair_variant& by, std::int64_t now_us);

  /// Takes out of the tasks of an owner (a module; empty: the global hooks) the runs that the owner has left
  /// out. A task that is left without a run is dropped. Only the head stays, because its try may be under
  /// way, or reported as failed.
  /// @param outdated rising.
  /// @returns the ids of the dropped tasks
  std::vector<std::uint64_t> leave_out(const std::string& module, const std::vector<std::uint64_t>& outdated);

  /// Takes back the tasks that have not begun, and returns them. A head that waits for its next try counts as
  /// not begun. Of a running group, the members that do not run are taken back; a group without a running
  /// member has not begun.
  std::vector<queued_task> withdraw(const std::function<bool(const task&)>& matches, std::int64_t now_us);

  [[nodiscard]] const std::deque<queued_task>& tasks() const noexcept { return tasks_; }
  [[nodiscard]] const tasks_aside& aside() const noexcept { return aside_; }
  [[nodiscard]] head_state head() const noexcept { return head_; }
  [[nodiscard]] const retry_rule& retry() const noexcept { return retry_; }

private:
  /// The same run or deletion of a module if it waits already, or null.
  [[nodiscard]] queued_task* covering_task(const task& x);
  /// Whether the whole queue consists of events of a single hook, which may become one run.
  [[nodiscard]] bool is_crowd() const;
  /// Whether the task may become part of the head's run.
  [[nodiscard]] bool is_of_crowd(const queued_task& x) const;

  void return_to_line(queued_task x);
  [[nodiscard]] head_wait begin_wait(head_state how, std::chrono::milliseconds delay);
  void note_failure(base::error reason, std::uint64_t random, std::int64_t now_us);
  void leave_failures_of(const queued_task& x, std::int64_t now_us);
  void leave_to_aside(std::vector<std::uint64_t>& combined);
  void take_up_failures(queued_task& x, std::int64_t now_us);
  /// Whether the head is under way: it runs, and if it is a group, a member of it runs.
  [[nodiscard]] bool has_head_begun() const;
  void withdraw_members(std::int64_t now_us);

  retry_rule retry_;
  std::deque<queued_task> tasks_;
  head_state head_ = head_state::idle;
  std::uint64_t last_wait_ = 0; ///< of the head, of members and of tasks aside
  std::uint64_t head_wait_ = 0; ///< the last wait of the head
  tasks_aside aside_;
  bool repaired_meanwhile_ = false;               ///< since the running head has begun
  std::map<std::string, queued_task> taken_back_; ///< tasks with failures, by work
  std::optional<side_by_side_run> group_;         ///< the running head
  base::event_batching flood_;
};

} // namespace core::tasks
