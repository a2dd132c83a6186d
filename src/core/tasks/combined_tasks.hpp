#pragma once

#include "core/tasks/queued_task.hpp"
#include "core/tasks/task.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace core::tasks {

/// True if both run the same hook for events, the hook takes several contexts at once (hooks of configuration
/// v1 do), and both have the same `allow_failure`. So an event that must not be lost is not dropped together
/// with an event that may be lost, and does not wait for it.
[[nodiscard]] bool can_combine(const task& head, const task& next);

/// Adds the contexts of `next` to `head` if they can be combined. All other settings of `head` apply to the
/// result.
/// @returns true if `next` has become part of `head`.
[[nodiscard]] bool combine(task& head, const task& next);

/// Adds the causes of a task that has become part of `to`.
void add_causes(queued_task& to, const queued_task& from);

/// A queue with more tasks than this counts as long. A hook with at least this number of tasks in the queue
/// counts as frequent.
inline constexpr std::size_t long_queue = 100;

/// Shortens a long queue: if the hook of the last task is frequent in it, all tasks of the hook become part
/// of its first task. The contexts keep the order of the events, as in the predecessor. So hooks that
/// alternate in a queue run a few times with many contexts each. Tasks that differ in `allow_failure` stay
/// apart, as if they were of two hooks. Only in a long queue each task is looked at.
/// @param begun the number of running tasks at the front, which are left alone
/// @returns the ids of the tasks that were merged away
std::vector<std::uint64_t> compact(std::deque<queued_task>& tasks, std::size_t begun);

} // namespace core::tasks
