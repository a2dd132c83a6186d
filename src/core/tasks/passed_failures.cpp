#include "core/tasks/passed_failures.hpp"

#include <fmt/format.h>

namespace core::tasks {

void passed_failures::append_to(std::vector<std::string>& problems) const {
  std::size_t told = 0;
  for (const auto& [task, problem] : by_task_) {
    if (told++ == told_max) break;
    problems.push_back(problem);
  }
  if (by_task_.size() > told_max) problems.push_back(words_of_untold(by_task_.size() - told_max));
}

std::string words_of_untold(std::size_t tasks) {
  return fmt::format("and {} more failed tasks, see `addon-operator queue list`", tasks);
}

} // namespace core::tasks
