#include "actors/tasks/scheduler.hpp"

#include "sys/log/log.hpp"

#include <utility>

namespace actors::tasks {

scheduler_state::time_point scheduler_state::now() const {
  return std::chrono::floor<std::chrono::seconds>(
    std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(self_->shared().wall_time_us())));
}

template <class Visit>
void scheduler_state::for_each_entry(Visit visit) {
  for (auto& [name, owner] : owners_)
    for (auto& [text, entry] : owner.entries) visit(owner, text, entry);
}

void scheduler_state::set(const messages::set_schedules& x) {
  if (x.crontabs.empty()) {
    owners_.erase(x.owner);
    return arm();
  }
  auto& owner = owners_[x.owner];
  owner.observer = x.observer;
  auto before = std::move(owner.entries);
  owner.entries.clear();
  for (const auto& text : x.crontabs) {
    // A crontab that was there before keeps its next time, so that `@every` does not start again.
    if (auto known = before.extract(text)) {
      owner.entries.insert(std::move(known));
      continue;
    }
    auto when = core::bindings::parse_crontab(text, self_->shared().time_zones);
    if (!when) {
      sys::log::log_error("crontab_refused", {{"owner", x.owner}, {"crontab", text}, {"error", when.error().message}});
      continue;
    }
    if (when->never_fires())
      sys::log::log_warning(
        "crontab_never_fires",
        {{"owner", x.owner},
         {"crontab", text},
         {"hint", "its months have no such day, so its hooks never run for it: repair the crontab"}});
    owner.entries.emplace(text, core::bindings::due_schedule(*when, now()));
  }
  arm();
}

void scheduler_state::begin() {
  if (std::exchange(begun_, true)) return;
  // Ticks that are already due are dropped, because hooks have just run for the start.
  for_each_entry([time = now()](const auto&, const auto&, auto& entry) { entry.restart(time); });
  arm();
}

void scheduler_state::arm() {
  // Before `begin` the times of entries do not count yet.
  if (!begun_) return;
  std::optional<time_point> earliest;
  for_each_entry([&](const auto&, const auto&, const auto& entry) {
    if (entry.next() && (!earliest || *entry.next() < *earliest)) earliest = entry.next();
  });
  // The alarm is a system timer, so it is set again only if the earliest time has changed.
  if (earliest == armed_for_) return;
  armed_for_ = earliest;
  ++generation_;
  alarm_->set(earliest, on_ring());
}

sys::time::alarm::on_ring scheduler_state::on_ring() const {
  // An address, because a handle would keep the actor alive: the actor owns the alarm, and neither would ever
  // end.
  return [shared = self_->shared_ptr(), address = messages::scheduler_actor(self_).address(),
          generation = generation_](sys::time::ring_reason reason) {
    if (auto to = caf::actor_cast<messages::scheduler_actor>(address))
      framework::post(shared, to, messages::alarm_rang{{}, generation, reason});
  };
}

void scheduler_state::ring(const messages::alarm_rang& x) {
  const bool clock_set = x.reason == sys::time::ring_reason::clock_set;
  // The alarm may have rung just before it was set again, so an old message may still be in the mailbox.
  if (!clock_set && x.generation != generation_) return;
  const auto time = now();
  if (clock_set) sys::log::log_info("clock_set", {{"hint", "times of schedules are computed anew"}});
  for_each_entry([&](const auto& owner, const auto& text, auto& entry) {
    // `take` comes first, so that a schedule fires once if the clock has jumped over its time; then it adapts
    // to the new time.
    if (entry.take(time)) self_->tell(owner.observer, messages::schedule_fired{{}, text});
    if (clock_set) entry.clock_was_set(time);
  });
  // The alarm has rung, so it must be set even if the next time equals the last time.
  armed_for_.reset();
  arm();
}

messages::scheduler_actor::behavior_type scheduler_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::set_schedules& x) { set(x); }, [this](const messages::begin_schedules&) { begin(); },
    [this](const messages::alarm_rang& x) { ring(x); });
}

messages::scheduler_actor scheduler(caf::actor_system& system, const framework::context_ptr& shared,
                                    std::shared_ptr<sys::time::alarm> alarm) {
  return framework::spawn<scheduler_state>(system, framework::placement::shared, shared, "scheduler", std::move(alarm));
}

} // namespace actors::tasks
