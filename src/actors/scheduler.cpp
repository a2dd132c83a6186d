#include "actors/scheduler.hpp"

#include <algorithm>
#include <utility>

namespace actors {

scheduler_state::scheduler_state(base<scheduler_actor>* self) : self_(self) {}

scheduler_state::time_point scheduler_state::now() const {
  const std::chrono::microseconds since_epoch(self_->shared().wall_time_us());
  return time_point(std::chrono::floor<std::chrono::seconds>(since_epoch));
}

void scheduler_state::set(const set_schedules& x) {
  owners_.erase(x.owner);
  owner added{x.observer, {}};
  for (const auto& text : x.crontabs) {
    // Hooks whose crontab does not parse are refused when they are loaded.
    if (const auto parsed = core::parse_crontab(text)) added.entries.emplace(text, entry{*parsed, parsed->next(now())});
  }
  if (!added.entries.empty()) owners_.emplace(x.owner, std::move(added));
  arm();
}

void scheduler_state::begin() {
  begun_ = true;
  for (auto& [name, of] : owners_)
    for (auto& [text, at] : of.entries) at.next = at.crontab.next(now());
  arm();
}

void scheduler_state::arm() {
  ++generation_;
  if (!begun_) return;
  std::optional<time_point> first;
  for (const auto& [name, of] : owners_)
    for (const auto& [text, at] : of.entries)
      if (at.next && (!first || *at.next < *first)) first = at.next;
  if (!first) return;
  const std::chrono::microseconds now_us(self_->shared().wall_time_us());
  const auto wait = std::chrono::microseconds(first->time_since_epoch()) - now_us;
  self_->remind(std::max(wait, std::chrono::microseconds{0}), schedule_due{{}, generation_});
}

void scheduler_state::due(const schedule_due& x) {
  if (x.generation != generation_) return;
  const auto current = now();
  for (auto& [name, of] : owners_)
    for (auto& [text, at] : of.entries) {
      if (!at.next || *at.next > current) continue;
      self_->tell(of.observer, schedule_fired{{}, text});
      // Times that were slept through (suspend, a clock set forward) fire once, not once each.
      at.next = at.crontab.next(current);
    }
  arm();
}

scheduler_actor::behavior_type scheduler_state::make_behavior() {
  return behavior(
    self_, [this](const set_schedules& x) { set(x); }, [this](const begin_schedules&) { begin(); },
    [this](const schedule_due& x) { due(x); });
}

scheduler_actor scheduler(caf::actor_system& system, const context_ptr& shared) {
  return spawn<scheduler_state>(system, placement::shared, shared, "scheduler");
}

} // namespace actors
