#include "core/tasks/returned_tasks.hpp"

#include <algorithm>

namespace core::tasks {

namespace {

template <class T>
bool share_one(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::find_first_of(a, b) != a.end();
}

} // namespace

void returned_tasks::add(const std::string& queue, const run_hook_for_events& x) {
  on_their_way_.emplace_back(queue, x);
}

bool returned_tasks::overtakes(const std::string& queue, const run_hook_for_events& x) {
  if (on_their_way_.empty() || x.runs.empty()) return false;
  const auto is_of_hook = [&](const auto& entry) { return entry.first == queue && entry.second.hook == x.hook; };
  const bool has_come_back = std::ranges::any_of(
    on_their_way_, [&](const auto& entry) { return is_of_hook(entry) && share_one(entry.second.runs, x.runs); });
  if (has_come_back) {
    // The task may have been combined with later tasks, and older tasks may have been left out.
    std::erase_if(on_their_way_, [&](const auto& entry) {
      return is_of_hook(entry) && (entry.second.runs.empty() || entry.second.runs.front() <= x.runs.back());
    });
    return false;
  }
  return std::ranges::any_of(on_their_way_, [&](const auto& entry) {
    return is_of_hook(entry) && !entry.second.runs.empty() && entry.second.runs.front() < x.runs.front()
           && share_one(entry.second.bindings, x.bindings);
  });
}

} // namespace core::tasks
