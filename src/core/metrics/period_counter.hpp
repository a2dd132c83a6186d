#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::metrics {

/// Counts the periods of a lasting state, for counters that rise with time. It is asked for its value and
/// needs no timer: 1 for each beginning, and 1 more for each period after it.
class period_counter {
public:
  explicit period_counter(std::chrono::microseconds period) : period_(period) {}

  /// The state lasts from now on; no effect if it lasts already.
  /// @param now_us time of the call in microseconds; never before that of an earlier call.
  void begin(std::int64_t now_us);
  /// The state does not last any more; no effect if it did not last.
  void end(std::int64_t now_us);

  [[nodiscard]] std::uint64_t count(std::int64_t now_us) const;

private:
  std::chrono::microseconds period_;
  std::uint64_t ended_ = 0;              ///< counted while it lasted before
  std::optional<std::int64_t> began_us_; ///< nullopt: the state does not last
};

} // namespace core::metrics
