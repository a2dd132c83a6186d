#include "actors/supervision/supervised_status.hpp"

#include "actors/framework/time_text.hpp"
#include "base/contains.hpp"
#include "core/modules/discovery_problems.hpp"
#include "core/tasks/task.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace actors::supervision {

std::vector<core::status::module_facts> module_facts_of(const operator_setup& setup,
                                                        const core::modules::paused_modules& paused,
                                                        const std::optional<main_queue>& queue) {
  std::vector<core::status::module_facts> all;
  for (const auto& module : setup.modules) {
    auto& x = all.emplace_back(core::status::module_facts{.name = module.source.name});
    x.is_decided = queue && queue->work().plan().last_discovery();
    if (const auto* pause = paused.find(x.name)) x.pause = pause->remark;
    if (!queue) continue;
    if (const auto end = queue->run_ends().find(x.name); end != queue->run_ends().end()) x.last_run = end->second;
    const auto& found = queue->work().plan().last_discovery();
    if (!found) continue;
    x.is_enabled = base::contains(found->enabled, x.name);
    x.is_held_back = found->held_back.contains(x.name);
    if (const auto why = found->off_reasons.find(x.name); why != found->off_reasons.end()) x.off_reason = why->second;
    if (const auto failure = found->off_doubts.find(x.name); failure != found->off_doubts.end())
      x.off_doubt = failure->second;
    if (const auto doubt = found->kept_by_doubt.find(x.name); doubt != found->kept_by_doubt.end())
      x.doubt = doubt->second.reason;
    if (const auto other = found->kept_for_others.find(x.name); other != found->kept_for_others.end())
      x.doubt = (found->kept_with_others.contains(x.name) ? "more modules belong to platform '"
                                                          : "its release belongs to platform '")
                + other->second + "'";
  }
  return all;
}

std::string activity_of(const std::optional<main_queue>& queue) {
  if (!queue) return "the ConfigMap is being read, and the global hooks are being configured";
  const auto& tasks = queue->work().under_way();
  if (tasks.empty()) return {};
  const auto& first = tasks.front();
  const auto since = framework::time_text(first.since_us);
  if (tasks.size() > 1) {
    std::vector<std::string> modules;
    for (const auto& x : tasks) modules.push_back("'" + core::tasks::module_of(x.task) + "'");
    return fmt::format("modules {} are being run, the first since {}", fmt::join(modules, ", "), since);
  }
  if (const auto module = core::tasks::module_of(first.task); !module.empty())
    return fmt::format("module '{}' is being run since {}", module, since);
  if (const auto hook = core::tasks::hook_of(first.task); !hook.empty())
    return fmt::format("global hook '{}' is being run since {}", hook, since);
  return {};
}

std::vector<std::string> remarks_on_files(const operator_setup& setup) {
  auto remarks = setup.remarks;
  const auto add = [&](const std::string& owner, const core::hooks::found_hooks& found) {
    if (found.not_executable.empty()) return;
    remarks.push_back(
      fmt::format("{}: not executable, so no hooks: {}; `chmod +x` makes them hooks at the next start, a "
                  "folder `lib` keeps other files",
                  owner, fmt::join(found.not_executable, ", ")));
  };
  add("global hooks", setup.global_hooks.found);
  for (const auto& module : setup.modules)
    add(fmt::format("module '{}'", module.source.name), module.source.hooks.found);
  return remarks;
}

void add_removals(core::status::status_facts& to, const core::modules::recent_removals& removals, std::int64_t now_us) {
  // A removal of objects may be a mistake, too.
  for (auto& line : removals.other_lines(now_us)) to.remarks.push_back(std::move(line));
  to.removals = removals.releases(now_us);
  for (auto& x : removals.ahead()) {
    auto& problem = to.problems.emplace_back();
    problem.subject = core::modules::subject_ahead(x.release);
    problem.text = x.line;
    problem.detailed = std::move(x.line);
    problem.module = std::move(x.release);
  }
}

void add_pauses(core::status::status_facts& to, const std::map<std::string, std::string>& lines) {
  for (const auto& [module, line] : lines)
    if (std::none_of(to.modules.begin(), to.modules.end(), [&name = module](const auto& x) { return x.name == name; }))
      to.remarks.push_back(line);
}

void add_discovery(core::status::status_facts& to, const operator_setup& setup,
                   const core::main_queue::reload_plan& plan) {
  if (const auto& found = plan.last_discovery())
    for (const auto& line : core::modules::discovery_problems(*found, setup.discovery_places()))
      to.problems.push_back({{}, line, line});
}

std::vector<std::string> names_of_objects(const messages::resources_described& found, const std::string& release) {
  std::vector<std::string> names;
  if (const auto at = found.releases.find(release); at != found.releases.end())
    for (const auto& x : at->second) names.push_back(core::releases::describe(x.object));
  return names;
}

} // namespace actors::supervision
