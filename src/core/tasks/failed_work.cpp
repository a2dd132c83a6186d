#include "core/tasks/failed_work.hpp"

namespace core::tasks {

std::size_t failed_work(const queue_dump& x, const std::string& module) {
  std::size_t failed = 0;
  const auto count_one = [&](const auto& work) { failed += work.module == module && work.failures > 0 ? 1 : 0; };
  for (const auto* tasks : {&x.tasks, &x.aside})
    for (const auto& task : *tasks) {
      count_one(task);
      for (const auto& member : task.members)
        if (member.now != group_member::state::over && member.now != group_member::state::withdrawn) count_one(member);
    }
  return failed;
}

} // namespace core::tasks
