#pragma once

#include "core/base/pour_pace.hpp"
#include "core/tasks/backoff.hpp"
#include "core/tasks/task_compaction.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Decides which task of one queue runs next. Strictly first in, first out: a failed head stays the head, so that
/// hooks see events in order. One task runs at a time.
///
/// States of the head: idle ─start_head─▶ running ─finish_head───▶ (gone, next is idle)
///                                        running ─fail_head─────▶ waiting ─end_wait─▶ idle
///                                        running ─postpone_head─▶ waiting ─end_wait─▶ idle
///                       idle ─gather────▶ gathering ─end_wait─▶ idle
///
/// Where events pour in, they gather: a hook sees a thousand of them in a few runs and not in five hundred, each of which
/// would cost a process. Runs that have taken in several events, or during which others have come, have a pace: ten at
/// once, then ten in a second, and while each still brings many, one in 400 ms; unless the next one would hold up
/// anything else. An event that comes alone never waits.
class task_queue {
public:
  enum class head_state { idle, running, waiting, gathering };

  explicit task_queue(backoff retry);

  /// Adds a task at the tail. A queue that has become long is compacted. A queue that gathers events stops doing so if
  /// the task is anything else.
  /// @returns the ids of tasks that have become part of others.
  [[nodiscard]] std::vector<std::uint64_t> append(queued_task x);

  /// Puts tasks in front of the head, first to last, and lets the head rest until they are done.
  /// @pre the head runs.
  void insert_before_head(std::vector<queued_task> xs);

  /// Hands out the head, or nothing while it runs, waits, or does not exist. Tasks directly behind it that can be
  /// combined with it become part of it; their ids are added to `combined`. The pointer is valid until the next call.
  [[nodiscard]] const queued_task* start_head(std::vector<std::uint64_t>& combined);

  /// Drops the running head. @pre the head runs.
  /// @param now_us wall clock, microseconds
  void finish_head(std::int64_t now_us);

  /// Asked before `start_head`: lets the head wait for more events if they pour in.
  /// @returns how long to wait before `end_wait`; mostly zero: it does not wait.
  [[nodiscard]] std::chrono::milliseconds gather(std::int64_t now_us);

  /// Keeps the running head for another try. @pre the head runs.
  /// @returns how long to wait before `end_wait`.
  [[nodiscard]] std::chrono::milliseconds fail_head(std::uint64_t random);

  /// Keeps the running head, which has not failed, until `end_wait`: what comes for its hook until then becomes part of
  /// it. @pre the head runs.
  void postpone_head();

  /// Ends the wait of the head `id`; of no effect if that task does not wait at the head.
  void end_wait(std::uint64_t id);

  /// Takes back tasks that have not begun (a head that waits for its next try has not) and returns them.
  std::vector<queued_task> withdraw(const std::function<bool(const task&)>& matches);

  [[nodiscard]] const std::deque<queued_task>& tasks() const noexcept { return tasks_; }
  [[nodiscard]] head_state head() const noexcept { return head_; }

private:
  /// Whether all that is in the queue are events of one hook, which may become one run.
  [[nodiscard]] bool is_crowd() const;
  /// Whether it may become part of the head's run.
  [[nodiscard]] bool is_of_crowd(const queued_task& x) const;

  backoff retry_;
  std::deque<queued_task> tasks_;
  head_state head_ = head_state::idle;
  pour_pace flood_;
};

} // namespace core
