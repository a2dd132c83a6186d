#include "core/modules/removal_grace.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::modules {

void removal_grace::edited(const edit& x) {
  edits_.global = edits_.global || x.global;
  edits_.flags = edits_.flags || x.flags;
  edits_.modules.insert(x.modules.begin(), x.modules.end());
}

bool removal_grace::is_written(const std::string& module, removal_cause by) const {
  if (by == removal_cause::script && not_by_edit_.contains(module)) return false;
  return edits_.global || edits_.modules.contains(module) || (by == removal_cause::script && edits_.flags);
}

bool removal_grace::keeps(const std::string& module, removal_cause by, std::int64_t steady_us) const {
  if (grace_.count() == 0) return false;
  const auto known = leaving_.find(module);
  // An edit after the naming shortens no grace, because it may be a step of the repair.
  if (known != leaving_.end()) return !known->second.goes && steady_us < known->second.end.steady_us;
  return !is_written(module, by);
}

std::int64_t removal_grace::ends_us(const std::string& module, const moment& now) const {
  const auto known = leaving_.find(module);
  return known == leaving_.end() ? now.wall_us + grace_.count() : known->second.end.wall_us;
}

removal_grace::news removal_grace::discovered(const wishes& found, const moment& now) {
  news result;
  for (const auto& name : found.kept) {
    const moment end{now.steady_us + grace_.count(), now.wall_us + grace_.count()};
    if (leaving_.emplace(name, leaving{end}).second) result.named.push_back(name);
  }
  // A discovery that is repeated has named releases, but decides neither about edits nor about removals.
  if (!found.counts) return result;
  edits_ = {};
  not_by_edit_.clear();
  for (auto& [name, x] : leaving_) {
    x.goes = x.goes || (found.all.contains(name) && !found.kept.contains(name));
    // A release that is neither wished away nor enabled stays for another reason, which has a line of its
    // own.
    if (!x.goes && !found.all.contains(name) && found.enabled.contains(name)) result.stay.push_back(name);
  }
  std::erase_if(leaving_, [&](const auto& x) { return !found.all.contains(x.first); });
  return result;
}

std::optional<std::int64_t> removal_grace::next_end_us(std::int64_t steady_us) const {
  std::optional<std::int64_t> next;
  for (const auto& [name, x] : leaving_)
    if (!x.goes && x.end.steady_us > steady_us) next = std::min(next.value_or(x.end.steady_us), x.end.steady_us);
  return next;
}

bool removal_grace::is_any_over(std::int64_t steady_us) const {
  return std::any_of(leaving_.begin(), leaving_.end(),
                     [&](const auto& x) { return !x.second.goes && x.second.end.steady_us <= steady_us; });
}

script_doubt grace_of_flag(const std::string& module, const std::string& setter, const std::string& ends) {
  const auto by = setter.empty() ? std::string("a global hook") : "global hook '" + setter + "'";
  return {.reason = fmt::format("its flag {} was switched off by {}, which counts at {} if it stays so",
                                values::enabled_key(values::to_camel(module)), by, ends),
          .next_step = "Let the hook switch it on again if the module is to stay",
          .about = removal_cause::flag,
          .counts_at = ends};
}

script_doubt grace_of_script(const std::string& reason, const std::string& ends) {
  return {.reason = fmt::format("its enabled script says no{}, which counts at {} if it stays so",
                                reason.empty() ? "" : ": " + reason, ends),
          .next_step = "Repair the script or what it reads if the module is to stay",
          .about = removal_cause::script,
          .counts_at = ends};
}

} // namespace core::modules
