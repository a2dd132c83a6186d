#include "core/bindings/due_schedule.hpp"

#include <algorithm>
#include <chrono>

namespace core::bindings {

bool due_schedule::take(time_point now) {
  if (!next_ || *next_ > now) return false;
  last_ = next_;
  next_ = when_.next(now);
  return true;
}

void due_schedule::clock_was_set(time_point now) {
  constexpr std::chrono::minutes correction_max(1);
  if (when_.is_distance()) {
    // If the clock was set back, the wait must not become longer than the interval.
    next_ = std::min(next_, when_.next(now));
    return;
  }
  // After a small correction backwards, a time that has fired must not fire again.
  const bool is_corrected = last_ && *last_ > now && *last_ - now < correction_max;
  next_ = when_.next(is_corrected ? *last_ : now);
}

} // namespace core::bindings
