#include "actors/supervision/removal_graces.hpp"

#include "actors/messages/supervisor.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::supervision {

void removal_graces::edited(const core::main_queue::change_facts& x) {
  grace_.edited({.global = x.global,
                 .flags = !x.flags.empty(),
                 .modules = std::set<std::string>(x.modules.begin(), x.modules.end())});
}

void removal_graces::discovered(const core::modules::discovered_modules& found,
                                core::modules::removal_grace::wishes wishes) {
  wishes.enabled.insert(found.enabled.begin(), found.enabled.end());
  for (const auto& [module, doubt] : found.kept_by_doubt) {
    wishes.enabled.erase(module);
    if (!doubt.counts_at.empty()) wishes.kept.insert(module);
  }
  const auto news = grace_.discovered(wishes, {self_->shared().steady_time_us(), self_->shared().wall_time_us()});
  for (const auto& module : news.named) {
    const auto& doubt = found.kept_by_doubt.at(module);
    sys::log::log_warning(
      "release_leaving",
      {{"step", 4}, {"release", module}, {"reason", doubt.reason}, {"at", doubt.counts_at}, {"hint", doubt.next_step}});
  }
  for (const auto& module : news.stay)
    sys::log::log_info(
      "release_stays",
      {{"step", 4}, {"release", module}, {"reason", "its module is wanted again: nothing was removed"}});
  remind();
}

void removal_graces::remind() {
  const auto now_us = self_->shared().steady_time_us();
  const auto next = grace_.next_end_us(now_us);
  if (!next || std::exchange(is_reminded_, true)) return;
  self_->remind(std::chrono::microseconds(*next - now_us), messages::removal_grace_over{});
}

void removal_graces::grace_over() {
  is_reminded_ = false;
  if (grace_.is_any_over(self_->shared().steady_time_us())) on_over_();
  remind();
}

} // namespace actors::supervision
