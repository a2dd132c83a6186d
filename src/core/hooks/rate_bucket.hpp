#pragma once

#include "core/hooks/binding.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace core {

/// Spaces the runs of one hook as its `rate_limit` says: a bucket that is full at the beginning, loses one for each
/// run, and gains one every `min_interval`.
class rate_bucket {
public:
  /// Takes one run out of the bucket.
  /// @param now_us wall clock, microseconds; never falls.
  /// @returns how long the run has to wait; zero if the bucket was not empty.
  [[nodiscard]] std::chrono::microseconds take(const rate_limit& limit, std::int64_t now_us) {
    const auto interval = std::chrono::duration_cast<std::chrono::microseconds>(limit.min_interval).count();
    if (interval <= 0) return {};
    // The bucket as a time: when it would be empty for a run that came then (generic cell rate algorithm).
    const auto room = interval * (std::max<std::int64_t>(limit.burst, 1) - 1);
    const auto due = std::max(next_us_, now_us);
    const auto wait = std::max<std::int64_t>(due - room - now_us, 0);
    next_us_ = due + interval;
    return std::chrono::microseconds(wait);
  }

private:
  std::int64_t next_us_ = 0;
};

} // namespace core
