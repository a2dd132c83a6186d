#include "actors/supervision/module_pauses.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/config/pause_slips.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <utility>

namespace actors::supervision {

namespace {

/// `{}` stands for ` at TIME`, if the end is still to come.
constexpr auto hint_at_end =
  "work that has waited goes on{}, also removals; to pause it again: addon-operator module pause";

/// The modules, by values key, whose maintenance key has a text that cannot be read: it neither pauses a
/// module nor ends its pause.
std::set<std::string> unreadable_pauses(const core::config::configuration& x) {
  std::set<std::string> keys;
  for (const auto& error : x.errors)
    if (error.key == core::values::maintenance_key(error.section)) keys.insert(error.section);
  return keys;
}

} // namespace

std::optional<core::modules::discovered_modules> module_pauses::last_discovery() const {
  return main_ ? main_->work().plan().last_discovery() : std::nullopt;
}

std::vector<std::string> module_pauses::names() const {
  std::vector<std::string> names;
  for (const auto& [name, module] : peers_->modules) names.push_back(name);
  if (const auto found = last_discovery()) names.insert(names.end(), found->to_purge.begin(), found->to_purge.end());
  return names;
}

core::modules::ending_pauses::moment module_pauses::now() const {
  return {self_->shared().steady_time_us(), self_->shared().wall_time_us()};
}

void module_pauses::take(const core::config::configuration& x) {
  std::set<std::string> ended;
  for (const auto& module : resumed_) ended.insert(core::values::to_camel(module));
  for (const auto& key : x.keys)
    if (const auto section = core::values::key_of_maintenance(key)) ended.insert(*section);
  unreadable_ = unreadable_pauses(x);
  auto written = x.paused;
  for (const auto& key : unreadable_) {
    ended.erase(key);
    if (const auto at = pauses_.all().find(key); at != pauses_.all().end()) written.insert(*at);
  }
  take_slips(x, written);
  for (const auto& name : names()) {
    const auto key = core::values::maintenance_key(core::values::to_camel(name));
    if (x.paused.contains(core::values::to_camel(name)))
      manners_.erase(name);
    else if (x.keys.contains(key) && !unreadable_.contains(core::values::to_camel(name)))
      manners_[name] = "key '" + key + "' says so";
    else if (paused_.contains(name) && x.state == core::values::config_map_state::absent)
      manners_.emplace(name, "the ConfigMap has gone");
  }
  const auto ending_before = pauses_.ending();
  pauses_.take(written, ended, now());
  apply(ending_before);
}

void module_pauses::take_slips(const core::config::configuration& x, core::modules::paused_modules::by_key& written) {
  if (has_recalled_ && slipped_.empty()) return;
  std::set<std::string> modules;
  for (const auto& name : names()) modules.insert(core::values::to_camel(name));
  slips_ = core::config::pause_slips(x, modules);
  std::erase_if(slipped_, [&](const std::string& key) { return !slips_.contains(key); });
  for (const auto& key : slipped_)
    if (const auto at = pauses_.all().find(key); at != pauses_.all().end()) written.insert(*at);
}

void module_pauses::recall(const std::set<std::string>& releases) {
  if (std::exchange(has_recalled_, true)) return;
  core::modules::paused_modules::by_key lost;
  core::modules::paused_modules::by_key kept;
  for (const auto& name : releases) {
    const auto key = core::values::to_camel(name);
    if (pauses_.all().contains(key) || resumed_.contains(name)) continue;
    // As in a running operator, a key that is misspelt ends no pause.
    const auto slip = slips_.find(key);
    if (slip != slips_.end()) slipped_.insert(key);
    const bool is_kept = unreadable_.contains(key) || slip != slips_.end();
    auto remark = std::string("its release says so");
    if (slip != slips_.end()) remark += ", and " + core::config::describe(slip->second);
    (is_kept ? kept : lost).emplace(key, core::config::module_pause{std::move(remark)});
    if (is_kept) continue;
    manners_.emplace(name, "key '" + core::values::maintenance_key(key)
                             + "' has gone from the ConfigMap while no operator ran");
  }
  for (const auto& name : names())
    if (paused_.contains(name) && !releases.contains(name)) labels_.write(name, pause_labels::standing::paused);
  const auto ending_before = pauses_.ending();
  pauses_.adopt(kept);
  pauses_.recall(lost, now());
  // Without a grace the pause has ended with its key.
  if (pauses_.ending() == ending_before)
    for (const auto& [key, pause] : lost)
      labels_.write(core::values::to_kebab(key), pause_labels::standing::not_paused);
  apply(ending_before);
}

void module_pauses::grace_over() {
  labels_.look();
  const auto ending_before = pauses_.ending();
  pauses_.look(now());
  apply(ending_before);
}

void module_pauses::expect_end(const std::string& module) {
  resumed_.insert(module);
  // If its key has gone already, no change of the ConfigMap will end the pause.
  if (slipped_.erase(core::values::to_camel(module)) > 0) pauses_.disown(core::values::to_camel(module));
  const auto ending_before = pauses_.ending();
  pauses_.end(core::values::to_camel(module), now());
  apply(ending_before);
}

void module_pauses::apply(const std::set<std::string>& ending_before) {
  const core::modules::paused_modules now(pauses_.all());
  if (now == paused_ && pauses_.ending() == ending_before) return;
  const auto before = std::exchange(paused_, now);
  for (const auto& name : names()) {
    const auto* pause = now.find(name);
    const auto key = core::values::to_camel(name);
    if (pause != nullptr && !before.contains(name)) begin_pause(name, pause->remark);
    if (pause != nullptr && pauses_.ends().contains(key) && !ending_before.contains(key)) name_end(name, pause->remark);
    if (pause == nullptr && before.contains(name)) {
      const bool is_named = ending_before.contains(key);
      if (!is_named && !resumed_.contains(name)) name_end(name, before.find(name)->remark);
      end_pause(name, before.find(name)->remark);
    }
  }
  remind();
  if (main_ && !(before == now)) main_->set_paused(paused_);
  news_.note([this](auto& news) { news.note_pauses(lines()); });
}

void module_pauses::remind() {
  const auto next = pauses_.next_end_us();
  if (!next || *next == reminded_us_) return;
  reminded_us_ = *next;
  self_->remind(std::chrono::microseconds(*next - now().steady_us), messages::removal_grace_over{});
}

std::string module_pauses::manner_of_end(const std::string& module) const {
  const auto known = manners_.find(module);
  if (known != manners_.end()) return known->second;
  return "key '" + core::values::maintenance_key(core::values::to_camel(module)) + "' has gone from the ConfigMap";
}

/// Names the end of a pause that no order ends: the key of the pause may have gone by mistake, for example
/// with a replaced ConfigMap.
void module_pauses::name_end(const std::string& module, const std::string& remark) const {
  const auto end = pauses_.ends().find(core::values::to_camel(module));
  const auto at = end == pauses_.ends().end() ? "" : " at " + framework::time_text(end->second.wall_us);
  sys::log::log_warning("pause_ended", {{"module", module},
                                        {"remark", remark},
                                        {"manner", manner_of_end(module)},
                                        {"hint", fmt::format(hint_at_end, at)}});
}

void module_pauses::begin_pause(const std::string& module, const std::string& remark) {
  sys::log::log_warning("module_paused", {{"module", module}, {"remark", remark}});
  // Before the first discovery the labels of releases are not known.
  if (has_recalled_) labels_.write(module, pause_labels::standing::paused);
}

void module_pauses::end_pause(const std::string& module, const std::string& remark) {
  sys::log::log_info("module_resumed", {{"module", module}});
  labels_.write(module, pause_labels::standing::not_paused);
  const auto manner = manner_of_end(module);
  manners_.erase(module);
  if (resumed_.erase(module) > 0) return;
  const auto line = fmt::format("module '{}' is paused no more ({}): {}. Hint: {}", module,
                                remark.empty() ? "no remark" : remark, manner, fmt::format(hint_at_end, ""));
  const auto& shared = self_->shared();
  recent_.note("pause of " + module, framework::time_text(shared.wall_time_us()) + " " + line, shared.steady_time_us());
  news_.note([&](auto& news) { news.note_removed_objects("pause of " + module, line); });
}

std::string module_pauses::line_of(const std::string& module, const core::config::module_pause& x,
                                   const std::optional<core::modules::discovered_modules>& found) const {
  const auto end = pauses_.ends().find(core::values::to_camel(module));
  if (end == pauses_.ends().end()) return core::modules::describe_pause(module, x, found);
  return core::modules::describe_ending_pause(module, x, manner_of_end(module),
                                              framework::time_text(end->second.wall_us), found);
}

std::map<std::string, std::string> module_pauses::lines() const {
  std::map<std::string, std::string> lines;
  const auto found = last_discovery();
  for (const auto& name : names())
    if (const auto* pause = paused_.find(name)) lines.emplace(name, line_of(name, *pause, found));
  return lines;
}

std::map<std::string, std::string> module_pauses::remarks() const {
  std::map<std::string, std::string> remarks;
  for (const auto& name : names())
    if (const auto* pause = paused_.find(name)) remarks.emplace(name, pause->remark);
  return remarks;
}

} // namespace actors::supervision
