#include "core/tasks/tasks_aside.hpp"

#include <algorithm>
#include <utility>

namespace core::tasks {

std::optional<queued_task> tasks_aside::take_ended(std::uint64_t wait) {
  const auto x = std::find_if(entries_.begin(), entries_.end(), [&](const entry& e) { return e.wait == wait; });
  if (x == entries_.end()) return std::nullopt;
  auto task = std::move(x->task);
  entries_.erase(x);
  return task;
}

queued_task* tasks_aside::find(const std::string& work) {
  const auto x =
    std::find_if(entries_.begin(), entries_.end(), [&](const entry& e) { return work_of(e.task.task) == work; });
  return x == entries_.end() ? nullptr : &x->task;
}

std::vector<queued_task> tasks_aside::withdraw(const std::function<bool(const task&)>& matches) {
  const auto kept =
    std::stable_partition(entries_.begin(), entries_.end(), [&](const entry& e) { return !matches(e.task.task); });
  std::vector<queued_task> taken;
  for (auto x = kept; x != entries_.end(); ++x) taken.push_back(std::move(x->task));
  entries_.erase(kept, entries_.end());
  return taken;
}

} // namespace core::tasks
