#include "core/tasks/combined_tasks.hpp"

#include <algorithm>
#include <utility>

namespace core::tasks {

namespace {

/// The maximal number of causes. A task that waits for hours may take in all later events, and people do not
/// read longer lists.
constexpr std::size_t causes_max = 1'000;

/// Tasks of the same hook that may be combined.
bool are_alike(const run_hook_for_events& a, const task& x) {
  const auto* b = std::get_if<run_hook_for_events>(&x);
  return b != nullptr && b->combinable && a.hook == b->hook && a.module == b->module
         && a.allow_failure == b->allow_failure;
}

} // namespace

bool can_combine(const task& head, const task& next) {
  const auto* a = std::get_if<run_hook_for_events>(&head);
  const auto* b = std::get_if<run_hook_for_events>(&next);
  // Names of hooks are unique only within their owner, so the modules are compared as well.
  if (a == nullptr || b == nullptr || a->hook != b->hook || a->module != b->module) return false;
  return a->combinable && b->combinable && a->allow_failure == b->allow_failure;
}

bool combine(task& head, const task& next) {
  if (!can_combine(head, next)) return false;
  auto& a = std::get<run_hook_for_events>(head);
  const auto& b = std::get<run_hook_for_events>(next);
  a.runs.insert(a.runs.end(), b.runs.begin(), b.runs.end());
  a.bindings.insert(a.bindings.end(), b.bindings.begin(), b.bindings.end());
  a.reduced = a.reduced || b.reduced;
  return true;
}

void add_causes(queued_task& to, const queued_task& from) {
  for (const auto id : from.causes)
    if (to.causes.size() < causes_max) to.causes.push_back(id);
}

std::vector<std::uint64_t> compact(std::deque<queued_task>& tasks, std::size_t begun) {
  // The cheap check comes first: this is called for every appended task.
  if (tasks.size() <= std::max(long_queue, begun)) return {};
  const auto* last = std::get_if<run_hook_for_events>(&tasks.back().task);
  if (last == nullptr || !last->combinable) return {};
  const auto first = tasks.begin() + static_cast<std::ptrdiff_t>(begun);
  const auto is_same = [hook = *last](const queued_task& x) { return are_alike(hook, x.task); };
  if (static_cast<std::size_t>(std::count_if(first, tasks.end(), is_same)) < long_queue) return {};

  auto head = std::find_if(first, tasks.end(), is_same);
  std::vector<std::uint64_t> gone;
  const auto kept = std::remove_if(head + 1, tasks.end(), [&](const queued_task& x) {
    // Other tasks keep their places. The runs of this hook move forward past them.
    if (!is_same(x) || !combine(head->task, x.task)) return false;
    add_causes(*head, x);
    gone.push_back(x.id);
    return true;
  });
  tasks.erase(kept, tasks.end());
  if (!gone.empty()) std::get<run_hook_for_events>(head->task).compacted = true;
  return gone;
}

} // namespace core::tasks
