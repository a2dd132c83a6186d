#pragma once

#include "core/tasks/queued_task.hpp"

#include <deque>
#include <string>

namespace core::tasks {

/// The end of a message about a head that fails, with the modules whose runs or deletions wait behind it:
/// `; behind it wait: db, web and 3 more`. Empty: none waits.
[[nodiscard]] std::string words_of_waiting(const std::deque<queued_task>& tasks);

} // namespace core::tasks
