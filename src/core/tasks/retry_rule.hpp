#pragma once

#include "base/backoff.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace core::tasks {

/// The common retry rule of all tasks in all queues: the delay is `initial`, doubled with each failure, plus
/// a jitter below one second, and never above `cap`.
struct retry_rule {
  std::chrono::milliseconds initial{5000};
  std::chrono::milliseconds cap{30000};

  /// The delay after failure number `failures` (the first failure is 1).
  /// @param random any number; the same number gives the same jitter.
  [[nodiscard]] std::chrono::milliseconds delay(unsigned failures, std::uint64_t random) const {
    auto wait = base::backoff{initial, cap}.after(failures);
    // The first delay is exact, because the manual names it. Short initial delays (tests, benchmarks) get a
    // jitter in proportion.
    const auto spread = std::min<std::chrono::milliseconds>(std::chrono::milliseconds{1000}, initial / 5);
    if (failures > 1 && spread.count() > 0) wait += std::chrono::milliseconds(random % spread.count());
    return std::min(wait, cap);
  }
};

} // namespace core::tasks
