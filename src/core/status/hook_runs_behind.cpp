#include "core/status/hook_runs_behind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace core::status {

namespace {

/// Hooks beyond this number are counted: a screen has room for a few.
constexpr std::size_t named_max = 3;
/// Runs of earlier steps belong to a start or a reload, and wait for the module on purpose.
constexpr int first_step_of_events = 9;

std::string name_of(const tasks::dumped_task& x) {
  return x.module.empty() ? fmt::format("global hook '{}'", x.hook)
                          : fmt::format("hook '{}' of module '{}'", x.hook, x.module);
}

/// The hooks whose runs for events and times wait behind the head, each once, in the order of the queue.
std::vector<std::string> hooks_behind(const tasks::queue_dump& x) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < x.tasks.size(); ++i) {
    if (x.tasks[i].hook.empty() || x.tasks[i].step < first_step_of_events) continue;
    if (auto name = name_of(x.tasks[i]); std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

/// True if the task cannot end before a failed run of the module has succeeded.
bool is_held_up_by(const tasks::dumped_task& head, const std::string& module) {
  if (head.type == "ModuleRun" && head.module == module) return head.failures > 0;
  return std::any_of(head.members.begin(), head.members.end(), [&](const tasks::dumped_member& x) {
    const bool is_past = x.now == tasks::group_member::state::over || x.now == tasks::group_member::state::withdrawn;
    return x.module == module && x.failures > 0 && !is_past;
  });
}

} // namespace

std::string step_for_hook_runs_behind(const tasks::queue_dump& x, const std::string& module) {
  if (x.tasks.empty() || !is_held_up_by(x.tasks.front(), module)) return {};
  auto names = hooks_behind(x);
  if (names.empty()) return {};
  const bool is_single = names.size() == 1;
  if (names.size() > named_max) {
    const auto more = names.size() - named_max;
    names.resize(named_max);
    names.push_back(fmt::format("{} more", more));
  }
  return fmt::format("the next run of {} waits behind it: if {} to bring the repair, `addon-operator module pause {}` "
                     "lets {} run, and then `module resume {}` tries it again",
                     fmt::join(names, ", "), is_single ? "it is" : "one of them is", module, is_single ? "it" : "them",
                     module);
}

} // namespace core::status
