#pragma once

#include "core/tasks/queued_task.hpp"
#include "core/tasks/task.hpp"

#include <cstddef>
#include <deque>

namespace core::tasks {

/// The place of a new task in a queue, so that a hook sees events in their order. Usually the end. An owner
/// hands over a task late if it has held the task while the objects of a binding were not known; such a task
/// comes before later events of the same hook.
/// @param begun number of tasks at the head that keep their places
/// @returns the place in `tasks`, at least `begun` if there are so many tasks
[[nodiscard]] std::size_t place_by_age(const std::deque<queued_task>& tasks, std::size_t begun, const task& x);

} // namespace core::tasks
