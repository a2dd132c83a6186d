#pragma once

#include "core/tasks/task.hpp"

#include <string>
#include <utility>
#include <vector>

namespace core::tasks {

/// Held tasks that are on their way back to their queues. A queue may just have begun a newer task of the
/// same hook, before it has got the older tasks back. That task would show a hook a newer event first, so it
/// goes back as well, behind the older tasks (`place_by_age`).
///
/// Bound: the returned tasks that their queues have not begun. A queue begins the returned tasks of a hook in
/// their order, so a task ends the wait for all older tasks when it comes back, and goes back only once.
class returned_tasks {
public:
  /// Notes that the task was sent to its queue again.
  void add(const std::string& queue, const run_hook_for_events& x);
  /// Notes that the queue begins the task.
  /// @returns true if older tasks of its hook and bindings are on their way, so that it must not run yet
  [[nodiscard]] bool overtakes(const std::string& queue, const run_hook_for_events& x);
  void clear() { on_their_way_.clear(); }

private:
  std::vector<std::pair<std::string, run_hook_for_events>> on_their_way_; ///< with their queues
};

} // namespace core::tasks
