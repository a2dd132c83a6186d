#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/scheduler.hpp"
#include "core/bindings/due_schedule.hpp"
#include "sys/time/alarm.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace actors::tasks {

/// The state of the SCHEDULER: the crontabs of each owner, and an alarm for the earliest time.
struct scheduler_state {
  using handle_type = messages::scheduler_actor;

  scheduler_state(framework::actor_base<messages::scheduler_actor>* self, std::shared_ptr<sys::time::alarm> alarm)
    : self_(self), alarm_(std::move(alarm)) {}
  messages::scheduler_actor::behavior_type make_behavior();

  void set(const messages::set_schedules& x);
  void begin();
  void ring(const messages::alarm_rang& x);

private:
  using time_point = core::bindings::crontab::time_point;
  struct crontab_owner {
    messages::schedule_observer_actor observer;
    std::map<std::string, core::bindings::due_schedule> entries; ///< by the text of the crontab
  };

  [[nodiscard]] time_point now() const;
  /// Calls `visit(owner, crontab, entry)` for each.
  template <class Visit>
  void for_each_entry(Visit visit);
  /// Sets the alarm for the earliest entry.
  void arm();
  [[nodiscard]] sys::time::alarm::on_ring on_ring() const;

  framework::actor_base<messages::scheduler_actor>* self_;
  std::shared_ptr<sys::time::alarm> alarm_;
  std::map<std::string, crontab_owner> owners_;
  bool begun_ = false;
  std::optional<time_point> armed_for_;
  std::uint64_t generation_ = 0; ///< number of the current wait; a message of an earlier wait is ignored
};

/// Spawns the SCHEDULER.
messages::scheduler_actor scheduler(caf::actor_system& system, const framework::context_ptr& shared,
                                    std::shared_ptr<sys::time::alarm> alarm);

} // namespace actors::tasks
