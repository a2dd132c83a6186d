#pragma once

#include "core/tasks/queue_dump.hpp"

#include <cstddef>
#include <string>

namespace core::tasks {

/// The number of tasks of a module whose last try has failed. A run in a group counts as a task.
[[nodiscard]] std::size_t failed_work(const queue_dump& x, const std::string& module);

} // namespace core::tasks
