#include "actors/supervision/supervised_status.hpp"

#include "base/contains.hpp"
#include "core/tasks/task.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

} // namespace actors::supervision
