#include "core/tasks/place_by_age.hpp"

#include <variant>

namespace core::tasks {

std::size_t place_by_age(const std::deque<queued_task>& tasks, std::size_t begun, const task& x) {
  auto place = tasks.size();
  const auto* events = std::get_if<run_hook_for_events>(&x);
  if (events == nullptr || events->runs.empty()) return place;
  for (auto i = tasks.size(); i > begun; --i) {
    const auto* waits = std::get_if<run_hook_for_events>(&tasks[i - 1].task);
    if (waits == nullptr || waits->hook != events->hook || waits->module != events->module) continue;
    // The events of the task were left out, so it has no place in the order.
    if (waits->runs.empty()) continue;
    // The tasks of a hook are in order, so all tasks before this task are earlier, too.
    if (waits->runs.front() < events->runs.front()) break;
    place = i - 1;
  }
  return place;
}

} // namespace core::tasks
