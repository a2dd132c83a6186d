#pragma once

#include "base/token_bucket.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace base {

/// Decides at which times the waiting events of a stream are taken as a batch. A batch costs about the same
/// for any number of events, so frequent events are cheaper in fewer and larger batches; a single event is
/// taken at once.
///
/// `burst` + 1 batches are taken at once, then a batch each interval. While each batch still brings `several`
/// events, the interval grows up to `longest`.
/// Why so: docs/decisions/floods-are-gathered.md
class event_batching {
public:
  using duration = token_bucket::duration;

  struct limits {
    duration shortest;
    duration longest;
    std::size_t several;
    int burst;
  };

  explicit event_batching(limits x) noexcept : limits_(x), interval_(x.shortest) {}

  /// A batch of `count` events is taken.
  /// @param now time since a fixed moment. If the clock was set back, the bucket is full again.
  void take(std::size_t count, duration now) noexcept {
    interval_ = std::clamp(count < limits_.several ? interval_ / 2 : interval_ * 2, limits_.shortest, limits_.longest);
    bucket_.take(of_bucket(), interval_, now);
  }

  /// @returns the time until the next batch; zero unless events are frequent.
  [[nodiscard]] duration wait(duration now) const noexcept { return bucket_.wait(of_bucket(), now); }

private:
  [[nodiscard]] token_bucket::limits of_bucket() const noexcept {
    return {limits_.burst * limits_.shortest, limits_.longest};
  }

  limits limits_;
  duration interval_;
  token_bucket bucket_;
};

} // namespace base
