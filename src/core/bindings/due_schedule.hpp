#pragma once

#include "core/bindings/cron.hpp"

#include <optional>
#include <utility>

namespace core::bindings {

/// The next time of a crontab, on a wall clock that may be changed.
class due_schedule {
public:
  using time_point = crontab::time_point;

  due_schedule(crontab when, time_point now) : when_(std::move(when)), next_(when_.next(now)) {}

  /// The next time; nullopt: the schedule never fires again.
  [[nodiscard]] const std::optional<time_point>& next() const noexcept { return next_; }

  /// Whether the schedule fires now. If several times have passed, it fires once.
  [[nodiscard]] bool take(time_point now);

  /// Counts from now on: a time that is due is dropped.
  void restart(time_point now) { next_ = when_.next(now); }

  /// Adapts to a change of the clock. The caller must call `take` before. Times of day follow the new clock.
  /// An interval (`@every`) continues from the last time, and never waits longer than its length. After a
  /// correction by less than a minute, a time that has fired does not fire again.
  void clock_was_set(time_point now);

private:
  crontab when_;
  std::optional<time_point> next_;
  std::optional<time_point> last_; ///< the time that has fired last
};

} // namespace core::bindings
