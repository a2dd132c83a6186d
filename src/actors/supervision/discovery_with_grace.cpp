// The grace of releases that only a global hook or an `enabled` script wishes away.
#include "actors/framework/time_text.hpp"
#include "actors/supervision/module_discovery.hpp"
#include "core/modules/own_releases.hpp"

#include <utility>

namespace actors::supervision {

bool module_discovery::is_unwritten(const core::modules::release_removal& x) const {
  using core::values::flag_source;
  if (x.cause == core::modules::removal_cause::script) return true;
  if (x.cause != core::modules::removal_cause::flag) return false;
  const auto by = decided_by_.find(x.release);
  if (by != decided_by_.end() && by->second == flag_source::config_map) return false;
  if (by != decided_by_.end() && by->second == flag_source::hook_patch) return true;
  // A hook has taken its flag back, and a weaker source decides now, or no source.
  return x.wanted_before == core::values::describe(flag_source::hook_patch);
}

bool module_discovery::keep_for_grace(const core::modules::discovered_modules& found) {
  const auto before = graced_.size();
  const auto now_us = self_->shared().steady_time_us();
  for (const auto& x : found.removals) {
    if (!is_unwritten(x)) continue;
    wished_.insert(x.release);
    if (scope_.grace.keeps(x.release, x.cause, now_us)) graced_.emplace(x.release, x.cause);
  }
  return graced_.size() > before;
}

core::modules::script_doubt module_discovery::grace_of(const std::string& module,
                                                       core::modules::removal_cause by) const {
  const auto ends = framework::time_text(
    scope_.grace.ends_us(module, {self_->shared().steady_time_us(), self_->shared().wall_time_us()}));
  if (by == core::modules::removal_cause::script) {
    const auto reply = replies_.find(module);
    return core::modules::grace_of_script(reply == replies_.end() ? std::string() : reply->second.reason, ends);
  }
  const auto setter = flag_setters_.find(module);
  return core::modules::grace_of_flag(module, setter == flag_setters_.end() ? std::string() : setter->second, ends);
}

void module_discovery::date_graces(core::modules::discovered_modules& found) {
  for (const auto& [module, by] : graced_) {
    const auto at = found.kept_by_doubt.find(module);
    if (at == found.kept_by_doubt.end()) continue;
    at->second = grace_of(module, by);
    facts_.doubted_no.insert_or_assign(module, at->second);
  }
}

} // namespace actors::supervision
