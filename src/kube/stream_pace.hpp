#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace kube {

/// How often streams are read while they pour. To wake three threads for each line of thousands, each time with caches
/// that others have filled meanwhile, costs more than to handle the line. So then they are read two hundred times a
/// second, and while each read still brings several lines, down to twenty times. Lines that come now and then are read at
/// once.
///
/// A bucket: `burst` reads at once, one more each interval (generic cell rate algorithm).
class stream_pace {
public:
  using clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds shortest{5};
  static constexpr std::chrono::milliseconds longest{50};
  static constexpr std::size_t several = 4;
  static constexpr int burst = 50;

  /// `lines` have been read at `now`.
  /// @returns when streams may be read again: not later than `now` if they do not pour.
  [[nodiscard]] clock::time_point read(std::size_t lines, clock::time_point now) noexcept {
    interval_ = std::clamp<clock::duration>(lines < several ? interval_ / 2 : interval_ * 2, shortest, longest);
    full_ = std::max(full_, now) + interval_;
    return full_ - burst * shortest;
  }

private:
  clock::duration interval_ = shortest;
  clock::time_point full_{}; ///< when the bucket will be full again
};

} // namespace kube
