#pragma once

#include <chrono>
#include <cstdint>

namespace cluster::views {

/// The pause of a jq filter that uses up its limit (`sys::process::jq_limit`) on object after object. Without
/// a pause, a list of thousands of such objects would use the full limit for each object, on a thread that
/// all actors share.
///
/// A filter that was stopped on three objects in a row pauses for a minute. Then it has a single try, and
/// pauses for another minute if this try is stopped, too.
class filter_pause {
public:
  static constexpr int stops_max = 3;
  static constexpr std::chrono::microseconds length = std::chrono::minutes(1);

  /// The filter was stopped on an object.
  /// @param now_us of a steady clock
  void stop(std::int64_t now_us) noexcept {
    ++stops_;
    last_stop_us_ = now_us;
  }

  /// The filter has ended on an object by itself, with a result or an error.
  void end() noexcept { stops_ = 0; }

  [[nodiscard]] bool lasts(std::int64_t now_us) const noexcept {
    return stops_ >= stops_max && std::chrono::microseconds(now_us - last_stop_us_) < length;
  }

  /// The objects in a row on which the filter was stopped.
  [[nodiscard]] int stops() const noexcept { return stops_; }

private:
  int stops_ = 0;
  std::int64_t last_stop_us_ = 0;
};

} // namespace cluster::views
