#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/scheduler.hpp"
#include "core/hooks/cron.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace actors {

/// The state of the SCHEDULER: who wants which crontabs, and the one reminder for the earliest of them.
struct scheduler_state {
  using handle_type = scheduler_actor;

  explicit scheduler_state(base<scheduler_actor>* self) : self_(self) {}
  scheduler_actor::behavior_type make_behavior();

  void set(const set_schedules& x);
  void begin();
  void due(const schedule_due& x);

private:
  using time_point = core::crontab::time_point;
  struct timed_crontab {
    core::crontab when;
    std::optional<time_point> next; ///< nothing: never again
  };
  struct crontab_owner {
    schedule_observer_actor observer;
    std::map<std::string, timed_crontab> entries; ///< by the text of the crontab
  };

  [[nodiscard]] time_point now() const;
  /// Sees to it that the reminder is for the earliest entry.
  void arm();

  base<scheduler_actor>* self_;
  std::map<std::string, crontab_owner> owners_;
  bool begun_ = false;
  std::optional<time_point> armed_for_;
  std::uint64_t generation_ = 0; ///< of the reminder that is meant
};

/// Spawns the SCHEDULER.
scheduler_actor scheduler(caf::actor_system& system, const context_ptr& shared);

} // namespace actors
