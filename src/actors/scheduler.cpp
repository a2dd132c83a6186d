#include "actors/scheduler.hpp"

#include "sys/log.hpp"

#include <algorithm>
#include <utility>

namespace actors {

scheduler_state::time_point scheduler_state::now() const {
  return std::chrono::floor<std::chrono::seconds>(
    std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(self_->shared().wall_time_us())));
}

void scheduler_state::set(const set_schedules& x) {
  if (x.crontabs.empty()) {
    owners_.erase(x.owner);
    return arm();
  }
  auto& owner = owners_[x.owner];
  owner.observer = x.observer;
  auto before = std::move(owner.entries);
  owner.entries.clear();
  for (const auto& text : x.crontabs) {
    // A crontab that stays keeps its next time, so that `@every` does not begin anew.
    if (auto known = before.extract(text)) {
      owner.entries.insert(std::move(known));
      continue;
    }
    auto when = core::parse_crontab(text, self_->shared().time_zones);
    if (!when) {
      sys::log_error("crontab_refused", {{"owner", x.owner}, {"crontab", text}, {"error", when.error().message}});
      continue;
    }
    const auto next = when->next(now());
    owner.entries.emplace(text, timed_crontab{*when, next});
  }
  arm();
}

void scheduler_state::begin() {
  if (std::exchange(begun_, true)) return;
  // What was due before is dropped: hooks have just run for the start.
  for (auto& [name, owner] : owners_)
    for (auto& [text, entry] : owner.entries) entry.next = entry.when.next(now());
  arm();
}

void scheduler_state::arm() {
  if (!begun_) return;
  std::optional<time_point> earliest;
  for (const auto& [name, owner] : owners_)
    for (const auto& [text, entry] : owner.entries)
      if (entry.next && (!earliest || *entry.next < *earliest)) earliest = entry.next;
  if (earliest == armed_for_) return;
  armed_for_ = earliest;
  ++generation_;
  if (!earliest) return;
  const auto at = std::chrono::microseconds(earliest->time_since_epoch());
  const auto wait = at - std::chrono::microseconds(self_->shared().wall_time_us());
  self_->remind(std::max(wait, std::chrono::microseconds(0)), schedule_due{{}, generation_});
}

void scheduler_state::due(const schedule_due& x) {
  if (x.generation != generation_) return;
  armed_for_.reset();
  const auto time = now();
  for (auto& [name, owner] : owners_)
    for (auto& [text, entry] : owner.entries) {
      // The wall clock may have been set back while the reminder was on its way.
      if (!entry.next || *entry.next > time) continue;
      self_->tell(owner.observer, schedule_fired{{}, text});
      entry.next = entry.when.next(time);
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
