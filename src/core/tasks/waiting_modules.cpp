#include "core/tasks/waiting_modules.hpp"

#include "base/overload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace core::tasks {

namespace {

constexpr std::size_t named_max = 5;

using names = std::vector<std::string>;

names modules_of(const task& x) {
  return std::visit(base::overload{
                      [](const run_module& run) { return names{run.module}; },
                      [](const run_modules& group) {
                        names all;
                        for (const auto& member : group.members) all.push_back(member.module);
                        return all;
                      },
                      [](const delete_module& deletion) { return names{deletion.module}; },
                      [](const purge_release& purge) { return names{purge.release}; },
                      [](const auto&) { return names(); },
                    },
                    x);
}

} // namespace

std::string words_of_waiting(const std::deque<queued_task>& tasks) {
  if (tasks.empty()) return {};
  const auto failing = modules_of(tasks.front().task);
  std::set<std::string> seen(failing.begin(), failing.end());
  names waiting;
  for (std::size_t i = 1; i < tasks.size(); ++i)
    for (auto& name : modules_of(tasks[i].task))
      if (seen.insert(name).second) waiting.push_back(std::move(name));
  if (waiting.empty()) return {};
  const auto more = waiting.size() - std::min(waiting.size(), named_max);
  waiting.resize(waiting.size() - more);
  return fmt::format("; behind it wait: {}{}", fmt::join(waiting, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : std::string());
}

} // namespace core::tasks
