#pragma once

#include "sys/time/alarm.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

namespace test {

/// A wall clock and its alarm: the machine's, or a clock that begins at another time and can be moved.
/// Thread-safe.
class rule_clock final : public sys::time::alarm {
public:
  rule_clock() = default;
  explicit rule_clock(time_point begin);

  [[nodiscard]] std::int64_t now_us() const;

  /// Waits until the operator waits for this time, lets the clock show it, and rings.
  /// @param early_max the operator may wait for a time that is earlier by up to this much
  /// @returns false if the operator has not waited in time.
  [[nodiscard]] bool go_on_to(time_point time, std::chrono::seconds early_max);

  void set(std::optional<time_point> at, on_ring ring) override;

private:
  [[nodiscard]] std::chrono::microseconds shown() const;

  mutable std::mutex guard_;
  std::condition_variable changed_;
  std::chrono::microseconds ahead_{0}; ///< of the machine's clock
  std::optional<time_point> at_;
  on_ring ring_;
  sys::time::wall_clock_alarm real_;
};

} // namespace test
