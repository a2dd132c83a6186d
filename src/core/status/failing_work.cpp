#include "core/status/failing_work.hpp"

#include "core/status/module_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace core::status {

namespace {

using tasks::group_member;
using tasks::queue_order;

/// Hooks beyond this number get no look at what they read: a person waits.
constexpr std::size_t hooks_max = 4;

std::string subject_of(const tasks::dumped_task& x) {
  if (!x.hook.empty() && !x.module.empty()) return fmt::format("hook '{}' of module '{}'", x.hook, x.module);
  if (!x.hook.empty()) return fmt::format("global hook '{}'", x.hook);
  if (x.type == "ModuleDelete") return fmt::format("the deletion of module '{}'", x.module);
  if (x.type == "ModuleRun") return fmt::format("module '{}'", x.module);
  if (x.type == "DiscoverModules") return "the discovery of enabled modules";
  return x.description;
}

/// The hook that the failure of a run of a module names; empty: no hook.
std::string hook_in(const std::string& failure) {
  constexpr std::string_view mark = "hook '";
  const auto at = failure.find(mark);
  if (at == failure.npos) return {};
  const auto name = failure.substr(at + mark.size());
  return name.substr(0, name.find('\''));
}

failing_work work_of(const tasks::dumped_task& x, std::optional<std::chrono::microseconds> next_try) {
  return {.subject = subject_of(x),
          .name = x.hook.empty() ? x.module : x.hook,
          .failures = x.failures,
          .failure = x.failure,
          .next_try = next_try,
          .module = x.module,
          .hook = x.hook.empty() ? hook_in(x.failure) : x.hook,
          .is_of_hook = !x.hook.empty()};
}

/// A task aside comes back into the line when its next try is due, and may then stand behind a long run.
void add_work_behind_head(std::vector<failing_work>& to, const tasks::queue_dump& x) {
  for (std::size_t i = 1; i < x.tasks.size(); ++i) {
    if (x.tasks[i].failures == 0) continue;
    auto& work = to.emplace_back(work_of(x.tasks[i], std::nullopt));
    work.behind = wait_for_head(x);
  }
}

} // namespace

std::vector<failing_work> failing_work_of(const tasks::queue_dump& x) {
  std::vector<failing_work> all;
  for (const auto& aside : x.aside) {
    auto& work = all.emplace_back(work_of(aside, aside.waits));
    work.name = aside.module;
    work.is_aside = true;
  }
  if (x.tasks.empty()) return all;
  const auto& head = x.tasks.front();
  const bool runs = x.head == queue_order::head_state::running;
  if (head.failures > 0) all.push_back(work_of(head, runs ? std::nullopt : std::optional(x.wait_left)));
  for (const auto& member : head.members) {
    const bool is_past = member.now == group_member::state::over || member.now == group_member::state::withdrawn;
    if (member.failures == 0 || is_past) continue;
    const bool waits = member.now == group_member::state::failing;
    all.push_back({.subject = fmt::format("module '{}'", member.module),
                   .name = member.module,
                   .failures = member.failures,
                   .failure = member.failure,
                   .next_try = waits ? std::optional(member.lasts) : std::nullopt,
                   .module = member.module,
                   .hook = hook_in(member.failure)});
  }
  add_work_behind_head(all, x);
  return all;
}

std::vector<hook_place> failing_hooks(const std::vector<tasks::queue_dump>& queues) {
  std::vector<hook_place> all;
  for (const auto& queue : queues)
    for (const auto& work : failing_work_of(queue)) {
      const hook_place place{work.module, work.hook};
      if (!work.hook.empty() && all.size() < hooks_max && std::find(all.begin(), all.end(), place) == all.end())
        all.push_back(place);
    }
  return all;
}

std::string hidden_failure_of(const failing_work& x, const status_facts& all) {
  constexpr std::string_view words = "is being deleted";
  const auto release = all.releases.find(x.module);
  if (release == all.releases.end() || x.failure.find(words) == x.failure.npos) return {};
  const auto& first = release->second.first_failure;
  return first.find(words) == first.npos ? first : std::string();
}

std::vector<std::string> failure_texts(const status_facts& x) {
  std::vector<std::string> all;
  for (const auto& queue : x.queues)
    for (const auto& work : failing_work_of(queue)) {
      all.push_back(work.failure);
      if (auto hidden = hidden_failure_of(work, x); !hidden.empty()) all.push_back(std::move(hidden));
    }
  for (const auto& problem : x.problems)
    if (problem.detailed.starts_with("watch of ")) all.push_back(problem.detailed);
  return all;
}

std::vector<std::string> held_up_by(const tasks::queue_dump& x, const failing_work& failing) {
  std::vector<std::string> names;
  // Nothing waits for a task that others pass.
  if (failing.is_aside || !failing.behind.empty()) return names;
  for (std::size_t i = 1; i < x.tasks.size(); ++i)
    if (const auto& name = x.tasks[i].module;
        !name.empty() && name != failing.module && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  return names;
}

} // namespace core::status
