#include "actors/supervision/module_pauses.hpp"

#include "actors/framework/time_text.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::supervision {

std::optional<core::modules::discovered_modules> module_pauses::last_discovery() const {
  return main_ ? main_->work().plan().last_discovery() : std::nullopt;
}

std::vector<std::string> module_pauses::names() const {
  std::vector<std::string> names;
  for (const auto& [name, module] : peers_->modules) names.push_back(name);
  if (const auto found = last_discovery()) names.insert(names.end(), found->to_purge.begin(), found->to_purge.end());
  return names;
}

void module_pauses::take(const core::config::configuration& x) {
  const core::modules::paused_modules now(x.paused);
  if (now == paused_) return;
  const auto before = std::exchange(paused_, now);
  for (const auto& name : names()) {
    const auto* pause = now.find(name);
    if (pause != nullptr && !before.contains(name))
      sys::log::log_warning("module_paused", {{"module", name}, {"remark", pause->remark}});
    if (pause == nullptr && before.contains(name)) end_pause(name, before.find(name)->remark, x);
  }
  if (main_) main_->set_paused(paused_);
  news_.note([this](auto& news) { news.note_pauses(lines()); });
}

/// A pause that no order has ended may have gone by mistake, for example with a replaced ConfigMap.
void module_pauses::end_pause(const std::string& module, const std::string& remark,
                              const core::config::configuration& x) {
  sys::log::log_info("module_resumed", {{"module", module}});
  if (resumed_.erase(module) > 0) return;
  const auto key = core::values::maintenance_key(core::values::to_camel(module));
  const auto manner = x.state == core::values::config_map_state::absent ? "the ConfigMap has gone"
                      : x.keys.contains(key)                            ? "key '" + key + "' says so"
                                             : "key '" + key + "' has gone from the ConfigMap";
  const auto* hint = "work that has waited goes on, also removals; to pause it again: addon-operator module pause";
  sys::log::log_warning("pause_ended", {{"module", module}, {"remark", remark}, {"manner", manner}, {"hint", hint}});
  const auto line = fmt::format("module '{}' is paused no more ({}): {}. Hint: {}", module,
                                remark.empty() ? "no remark" : remark, manner, hint);
  const auto& shared = self_->shared();
  recent_.note("pause of " + module, framework::time_text(shared.wall_time_us()) + " " + line, shared.steady_time_us());
  news_.note([&](auto& news) { news.note_removed_objects("pause of " + module, line); });
}

std::map<std::string, std::string> module_pauses::lines() const {
  std::map<std::string, std::string> lines;
  const auto found = last_discovery();
  for (const auto& name : names())
    if (const auto* pause = paused_.find(name)) lines.emplace(name, core::modules::describe_pause(name, *pause, found));
  return lines;
}

std::map<std::string, std::string> module_pauses::remarks() const {
  std::map<std::string, std::string> remarks;
  for (const auto& name : names())
    if (const auto* pause = paused_.find(name)) remarks.emplace(name, pause->remark);
  return remarks;
}

} // namespace actors::supervision
