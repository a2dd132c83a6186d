#pragma once

#include "core/tasks/queued_task.hpp"
#include "core/tasks/task.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core::tasks {

/// Failed tasks of a queue that let other tasks pass until their next try.
///
/// Bound: only runs and deletions of modules are set aside, and a module has at most one waiting run and one
/// waiting deletion.
/// Why so: docs/decisions/failing-modules-may-be-passed.md
class tasks_aside {
public:
  struct entry {
    queued_task task;
    std::uint64_t wait = 0; ///< the number of the wait that ends with the next try
  };

  void add(queued_task x, std::uint64_t wait) { entries_.push_back({std::move(x), wait}); }
  /// @returns the task whose wait this is; nullopt: the task has another wait by now, or is not aside any
  ///   more
  [[nodiscard]] std::optional<queued_task> take_ended(std::uint64_t wait);
  /// The task with that work (`work_of`), or null.
  [[nodiscard]] queued_task* find(const std::string& work);
  /// Removes and returns the tasks that match.
  [[nodiscard]] std::vector<queued_task> withdraw(const std::function<bool(const task&)>& matches);

  [[nodiscard]] std::vector<entry>& entries() noexcept { return entries_; }
  [[nodiscard]] const std::vector<entry>& entries() const noexcept { return entries_; }

private:
  std::vector<entry> entries_; ///< in the order in which they were set aside
};

} // namespace core::tasks
