#include "core/metrics/period_counter.hpp"

#include <algorithm>

namespace core::metrics {

void period_counter::begin(std::int64_t now_us) {
  if (!began_us_) began_us_ = now_us;
}

void period_counter::end(std::int64_t now_us) {
  ended_ = count(now_us);
  began_us_.reset();
}

std::uint64_t period_counter::count(std::int64_t now_us) const {
  if (!began_us_) return ended_;
  // The clock of a caller may be set back.
  const auto passed = std::max<std::int64_t>(now_us - *began_us_, 0);
  return ended_ + 1 + static_cast<std::uint64_t>(passed / period_.count());
}

} // namespace core::metrics
