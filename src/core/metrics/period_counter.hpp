#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::metrics {

/// Counts the periods of a lasting state, for counters that rise with time. It counts 1 for each beginning of
/// the state and 1 more for each period that the state has lasted. The value is computed on request, so no
/// timer is needed.
class period_counter {
public:
  explicit period_counter(std::chrono::microseconds period) : period_(period) {}

  /// The state begins; no effect if it has begun already.
  /// @param now_us time of the call in microseconds; never before that of an earlier call.
  void begin(std::int64_t now_us);
  /// The state ends; no effect if it has not begun.
  void end(std::int64_t now_us);

  [[nodiscard]] std::uint64_t count(std::int64_t now_us) const;

private:
  std::chrono::microseconds period_;
  std::uint64_t ended_ = 0;              ///< counted in earlier periods of the state
  std::optional<std::int64_t> began_us_; ///< nullopt: the state has not begun, or has ended
};

} // namespace core::metrics
