#pragma once

#include "core/tasks/failed_tries.hpp"
#include "core/tasks/task.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace core::tasks {

/// A task in a queue.
struct queued_task {
  std::uint64_t id = 0; ///< unique within the operator
  tasks::task task;
  failed_tries failed{};               ///< before the next try
  std::vector<std::uint64_t> causes{}; ///< ids of the messages that have brought it; several if tasks were combined
};

/// Adds the causes of a task that has become part of `to`.
void add_causes(queued_task& to, const queued_task& from);

/// The length of a long queue. A hook waits often if it has as many tasks in the queue.
inline constexpr std::size_t long_queue = 100;

/// Keeps a long queue short: if the hook of the last task waits often in it, all its tasks become part of the
/// hook's first task, whose contexts keep the order of the events, as in the predecessor. So hooks that
/// alternate in a queue run a few times with many contexts, not many times with a single context. Tasks that
/// differ in `allow_failure` stay apart, as if they were of two hooks. Only a long queue costs a look at each
/// task.
/// @param begun the number of tasks at the front that run, and are left alone
/// @returns the ids of the tasks that were merged away
std::vector<std::uint64_t> compact(std::deque<queued_task>& tasks, std::size_t begun);

} // namespace core::tasks
