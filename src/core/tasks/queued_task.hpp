#pragma once

#include "core/tasks/retry_wait.hpp"
#include "core/tasks/task.hpp"

#include <cstdint>
#include <vector>

namespace core::tasks {

/// A task in a queue.
struct queued_task {
  std::uint64_t id = 0; ///< unique within the operator
  tasks::task task;
  failed_tries failed{};               ///< before the next try
  std::vector<std::uint64_t> causes{}; ///< ids of the messages that have caused it; several if tasks were combined
};

} // namespace core::tasks
