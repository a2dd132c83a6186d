#pragma once

#include "core/bindings/cron.hpp"

#include <optional>
#include <utility>

namespace core::bindings {

/// A crontab on a wall clock that may be set: when it fires next.
class due_schedule {
public:
  using time_point = crontab::time_point;

  due_schedule(crontab when, time_point now) : when_(std::move(when)), next_(when_.next(now)) {}

  /// Nullopt: never again.
  [[nodiscard]] const std::optional<time_point>& next() const noexcept { return next_; }

  /// Whether the schedule fires now. Times that have passed together fire once.
  [[nodiscard]] bool take(time_point now);

  /// Begins anew: a due time is dropped.
  void restart(time_point now) { next_ = when_.next(now); }

  /// Follows a change of the clock. Due times must have been taken before. Times of day follow the new clock;
  /// an interval (`@every`) goes on from the last time, and never waits longer than its length. A time that
  /// has fired does not fire again only because the clock was corrected by less than a minute.
  void clock_was_set(time_point now);

private:
  crontab when_;
  std::optional<time_point> next_;
  std::optional<time_point> last_; ///< for which time it has fired
};

} // namespace core::bindings
