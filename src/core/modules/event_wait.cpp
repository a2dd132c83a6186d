#include "core/modules/event_wait.hpp"

#include <utility>

namespace core::modules {

std::uint64_t event_wait::put_off(std::int64_t now_us) {
  if (!since_us_) since_us_ = now_us;
  ++count_;
  is_waiting_ = true;
  return ++last_;
}

bool event_wait::take_due(std::uint64_t number) noexcept {
  return number == last_ && std::exchange(is_waiting_, false);
}

bool event_wait::is_over(std::int64_t now_us) const {
  return count_ >= waits_max || (since_us_ && std::chrono::microseconds(now_us - *since_us_) >= patience);
}

void event_wait::end() noexcept {
  since_us_.reset();
  count_ = 0;
  is_waiting_ = false;
}

} // namespace core::modules
