#include "core/modules/refusal_wait.hpp"

#include "base/backoff.hpp"

#include <algorithm>
#include <utility>

namespace core::modules {

std::chrono::seconds retry_of_refused(std::uint64_t refusals) {
  return base::backoff{std::chrono::seconds(30), std::chrono::seconds(std::chrono::minutes(30))}.after(
    std::max(refusals, refusals + 1));
}

refusal_wait::answer refusal_wait::ask(std::int64_t now_us) {
  if (!are_hooks_refused_) return {};
  if (now_us >= next_load_us_) {
    next_load_us_ = now_us + std::chrono::microseconds(early_tries_apart).count();
    return {};
  }
  // A reminder for that time is pending, so further reasons need no timer.
  if (std::exchange(is_load_due_, true)) return {.is_allowed = false};
  return {.is_allowed = false, .later = retry{std::chrono::microseconds(next_load_us_ - now_us), refusals_}};
}

void refusal_wait::hooks_refused() {
  are_hooks_refused_ = true;
  is_load_due_ = false;
}

refusal_wait::retry refusal_wait::refuse() {
  return {retry_of_refused(timed_in_a_row_), ++refusals_};
}

void refusal_wait::configured() {
  timed_in_a_row_ = 0;
  are_hooks_refused_ = false;
}

void refusal_wait::forget() {
  are_hooks_refused_ = false;
  is_load_due_ = false;
}

bool refusal_wait::take_due(std::uint64_t number) {
  if (number != refusals_) return false;
  // Only a try that has waited for its time doubles the next wait. A try that an edit has brought forward
  // does not, because many edits do not show that the fault lasts.
  if (!std::exchange(is_load_due_, false)) ++timed_in_a_row_;
  return true;
}

} // namespace core::modules
