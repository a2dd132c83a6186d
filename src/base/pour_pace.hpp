#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace base {

/// Decides how often a stream of events is taken in gulps. A gulp costs about the same for any number of
/// events, so for frequent events, fewer and bigger gulps are cheaper; a single event is taken at once.
///
/// A token bucket: `burst` gulps at once, a further gulp each interval (generic cell rate algorithm). While
/// each gulp still brings `several`, the interval grows up to `longest`.
/// Why so: docs/decisions/floods-are-gathered.md
class pour_pace {
public:
  using duration = std::chrono::nanoseconds;

  struct limits {
    duration shortest;
    duration longest;
    std::size_t several;
    int burst;
  };

  explicit pour_pace(limits x) noexcept : limits_(x), interval_(x.shortest) {}

  /// A gulp of `count` is taken.
  /// @param now time since a fixed moment. If the clock was set back, the bucket is full again.
  void take(std::size_t count, duration now) noexcept {
    if (full_ > now + room() + limits_.longest) full_ = now;
    interval_ = std::clamp(count < limits_.several ? interval_ / 2 : interval_ * 2, limits_.shortest, limits_.longest);
    full_ = std::max(full_, now) + interval_;
  }

  /// @returns the time until the next gulp; zero while events do not pour in.
  [[nodiscard]] duration wait(duration now) const noexcept {
    if (full_ > now + room() + limits_.longest) return duration::zero();
    return std::max(full_ - room() - now, duration::zero());
  }

private:
  [[nodiscard]] duration room() const noexcept { return limits_.burst * limits_.shortest; }

  limits limits_;
  duration interval_;
  duration full_{}; ///< when the bucket will be full again
};

} // namespace base
