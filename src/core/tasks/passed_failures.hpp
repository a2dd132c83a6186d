#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace core::tasks {

/// The problems of tasks that other tasks of the queue pass after a failure. Each task that ends asks for
/// them, so their texts are kept, and only the oldest are told: the work does not grow with the length of the
/// queue.
class passed_failures {
public:
  /// More problems than this are counted, not told.
  static constexpr std::size_t told_max = 50;

  /// @param task its id, which rises from task to task
  void note(std::uint64_t task, std::string problem) { by_task_.insert_or_assign(task, std::move(problem)); }
  /// The task has left the queue.
  void end(std::uint64_t task) { by_task_.erase(task); }
  [[nodiscard]] bool contains(std::uint64_t task) const { return by_task_.contains(task); }

  /// Adds the problems to a list, in the order of the tasks' ids.
  void append_to(std::vector<std::string>& problems) const;

private:
  std::map<std::uint64_t, std::string> by_task_; ///< bound: an entry for each task of the queue
};

/// The last line of a list in which some failures are not told.
[[nodiscard]] std::string words_of_untold(std::size_t tasks);

} // namespace core::tasks
