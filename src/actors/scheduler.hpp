#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/scheduler.hpp"
#include "core/hooks/cron.hpp"

#include <map>
#include <optional>
#include <string>

namespace actors {

/// The state of the SCHEDULER. One reminder is under way at a time, for the crontab that is due next; nothing wakes up
/// in between.
struct scheduler_state {
  using handle_type = scheduler_actor;

  explicit scheduler_state(base<scheduler_actor>* self);
  scheduler_actor::behavior_type make_behavior();

  void set(const set_schedules& x);
  void begin();
  void due(const schedule_due& x);

private:
  using time_point = core::crontab::time_point;
  struct entry {
    core::crontab crontab;
    std::optional<time_point> next;  ///< nothing: it never fires
  };
  struct owner {
    schedule_observer_actor observer;
    std::map<std::string, entry> entries;  ///< by the text of the crontab
  };

  [[nodiscard]] time_point now() const;
  void arm();

  base<scheduler_actor>* self_;
  std::map<std::string, owner> owners_;
  bool begun_ = false;
  std::uint64_t generation_ = 0;  ///< of the reminder that is meant
};

/// Spawns the scheduler.
scheduler_actor scheduler(caf::actor_system& system, const context_ptr& shared);

} // namespace actors
