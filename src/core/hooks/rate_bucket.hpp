#pragma once

#include "core/bindings/binding.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace core::hooks {

/// Spaces the runs of a hook by its `rate_limit`: a token bucket that is full at the beginning, loses a token
/// for each run, and gains a token every `min_interval`.
class rate_bucket {
public:
  /// @param now_us microseconds of a clock that only rises. If it has fallen all the same, the bucket is full again.
  /// @returns how long the next run has to wait; zero if it may begin now.
  [[nodiscard]] std::chrono::microseconds wait(const bindings::rate_limit& limit, std::int64_t now_us) const {
    return std::chrono::microseconds(std::max<std::int64_t>(due(limit, now_us) - room(limit) - now_us, 0));
  }

  /// A run begins now. @pre `wait` is zero.
  void take(const bindings::rate_limit& limit, std::int64_t now_us) { next_us_ = due(limit, now_us) + interval(limit); }

private:
  [[nodiscard]] static std::int64_t interval(const bindings::rate_limit& limit) {
    return std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::microseconds>(limit.min_interval).count(), 0);
  }

  [[nodiscard]] static std::int64_t room(const bindings::rate_limit& limit) {
    return interval(limit) * (std::max<std::int64_t>(limit.burst, 1) - 1);
  }

  [[nodiscard]] std::int64_t due(const bindings::rate_limit& limit, std::int64_t now_us) const {
    const bool set_back = next_us_ > now_us + room(limit) + interval(limit);
    return set_back ? now_us : std::max(next_us_, now_us);
  }

  /// The bucket as a time: when it would be empty for a run that came then (generic cell rate algorithm).
  std::int64_t next_us_ = 0;
};

} // namespace core::hooks
