#include "core/modules/loop_backoff.hpp"

namespace core::modules {

void loop_backoff::begin(cause why, std::int64_t now_us) {
  if (rounds_ == 0) begun_us_ = now_us;
  pauses_now_ = false;
  if (why == cause::outside) end_pauses();
}

void loop_backoff::end_pauses() noexcept {
  pauses_now_ = false;
  since_reason_ = 0;
}

std::optional<loop_backoff::pause> loop_backoff::wants_again() {
  ++rounds_;
  ++since_reason_;
  // Counted since the last reason from outside, because after such a reason the work may come to rest again.
  if (since_reason_ < rounds_at_once) return std::nullopt;
  pauses_now_ = true;
  return pause{pauses.after(since_reason_ - rounds_at_once + 1), ++number_};
}

void loop_backoff::rested() {
  rounds_ = 0;
  since_reason_ = 0;
  pauses_now_ = false;
}

std::chrono::seconds loop_backoff::lasts(std::int64_t now_us) const {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::microseconds(now_us - begun_us_));
}

} // namespace core::modules
