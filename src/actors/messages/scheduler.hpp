#pragma once

#include "actors/messages/interfaces.hpp"
#include "sys/time/alarm.hpp"

#include <string>
#include <vector>

namespace actors::messages {

/// Replaces the crontabs of an owner; an empty list removes them. The owner gets a `schedule_fired` for each
/// crontab that is due, even if it has not handled the last tick yet: the queue combines adjacent runs of a
/// hook.
struct set_schedules {
  base::origin origin;
  std::string owner; ///< module name, or empty for the global hooks
  schedule_observer_actor observer;
  std::vector<std::string> crontabs; ///< distinct and valid
};

/// The first reload is done. Ticks before this message were dropped.
struct begin_schedules {
  base::origin origin;
};

/// INTERNAL: the alarm has rung. Ignored unless `generation` is the current generation, or the clock was set.
struct alarm_rang {
  base::origin origin;
  std::uint64_t generation = 0;
  sys::time::ring_reason reason = sys::time::ring_reason::due;
};

/// The crontab is due.
struct schedule_fired {
  base::origin origin;
  std::string crontab;
};

inline std::string summary(const schedule_fired& x) {
  return x.crontab;
}
inline void facts(const schedule_fired& x, trace::fact_sink& to) {
  to.add("crontab", x.crontab);
}
inline std::string summary(const set_schedules& x) {
  return std::to_string(x.crontabs.size()) + " crontabs of " + (x.owner.empty() ? "global hooks" : x.owner);
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::set_schedules)
ACTORS_MESSAGE(actors::messages::begin_schedules)
ACTORS_MESSAGE(actors::messages::alarm_rang)
ACTORS_MESSAGE(actors::messages::schedule_fired)
