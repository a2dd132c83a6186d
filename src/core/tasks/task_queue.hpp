#pragma once

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
class task_queue {
public:
  enum class head_state { idle, running, waiting };

  explicit task_queue(backoff retry) : retry_(retry) {}

  /// Adds a task at the tail; a queue that has become long is compacted.
  /// @returns the ids of tasks that have become part of others.
  [[nodiscard]] std::vector<std::uint64_t> append(queued_task x);

  /// Puts tasks in front of the head, first to last, and lets the head rest until they are done.
  /// @pre the head runs.
  void insert_before_head(std::vector<queued_task> xs);

  /// Hands out the head, or nothing while it runs, waits, or does not exist. Tasks directly behind it that can be
  /// combined with it become part of it; their ids are added to `combined`. The pointer is valid until the next call.
  [[nodiscard]] const queued_task* start_head(std::vector<std::uint64_t>& combined);

  /// Drops the running head. @pre the head runs.
  void finish_head();

  /// Keeps the running head for another try. @pre the head runs.
  /// @returns how long to wait before `end_wait`.
  [[nodiscard]] std::chrono::milliseconds fail_head(const std::string& message, std::uint64_t random);

  /// Keeps the running head, which has not failed, until `end_wait`: what comes for its hook until then becomes part of
  /// it. @pre the head runs.
  void postpone_head(std::chrono::milliseconds delay);

  /// Ends the wait of the head `id` that `fail_head` or `postpone_head` began; of no effect if that task does not wait at the head.
  void end_wait(std::uint64_t id);

  /// Takes back tasks that have not begun (a head that waits for its next try has not) and returns them.
  std::vector<queued_task> withdraw(const std::function<bool(const task&)>& matches);

  [[nodiscard]] const std::deque<queued_task>& tasks() const noexcept { return tasks_; }
  [[nodiscard]] head_state head() const noexcept { return head_; }
  [[nodiscard]] std::chrono::milliseconds current_delay() const noexcept { return delay_; }

private:
  backoff retry_;
  std::deque<queued_task> tasks_;
  head_state head_ = head_state::idle;
  std::chrono::milliseconds delay_{0};
};

} // namespace core
