#pragma once

#include <algorithm>
#include <chrono>

namespace base {

/// Limits how often an action may happen: a bucket that is full at the beginning, loses a token with each
/// action, and regains tokens with time (generic cell rate algorithm). It reads no clock: `now` is the time
/// since a fixed moment. A clock that was set back fills the bucket.
class token_bucket {
public:
  using duration = std::chrono::nanoseconds;

  struct limits {
    duration room;        ///< the time in which all tokens but the first come back
    duration longest_gap; ///< the longest `gap` of any call of `take`
  };

  /// @returns the time until a token is there; zero: now.
  [[nodiscard]] constexpr duration wait(limits x, duration now) const noexcept {
    return std::max(full_at(x, now) - x.room - now, duration::zero());
  }

  /// Takes a token, even if it is not there yet. @param gap the time in which the token comes back
  constexpr void take(limits x, duration gap, duration now) noexcept { full_ = full_at(x, now) + gap; }

private:
  [[nodiscard]] constexpr duration full_at(limits x, duration now) const noexcept {
    const bool was_set_back = full_ > now + x.room + x.longest_gap;
    return was_set_back ? now : std::max(full_, now);
  }

  duration full_{}; ///< when the bucket is full again
};

} // namespace base
