#include "cluster/operations/operation_passes.hpp"

#include "base/backoff.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cluster::operations {

namespace {

/// A run that has worked less than this is cheap to repeat, so its failure is reported at once.
constexpr std::chrono::microseconds long_run = std::chrono::seconds(10);
constexpr base::backoff pass_delay{std::chrono::milliseconds(1000), std::chrono::milliseconds(30000)};

} // namespace

operation_passes::operation_passes(std::size_t operations, std::chrono::microseconds idle_max, std::int64_t now_us)
  : left_(operations), idle_max_(idle_max), began_us_(now_us), active_us_(now_us) {
  std::iota(left_.begin(), left_.end(), std::size_t{0});
}

std::variant<pass_step::try_operation, pass_step::pause, pass_step::give_up, pass_step::finish>
operation_passes::next(std::int64_t now_us) {
  if (at_ == left_.size()) {
    // A run that has failed is repeated as a whole, so further passes would be in vain.
    if (put_off_.empty() || has_failed_ || !is_patient(now_us)) return pass_step::finish{};
    if (!std::exchange(is_pausing_, true)) {
      idle_passes_ = succeeded_ > succeeded_before_ ? 0 : idle_passes_ + 1;
      return pass_step::pause{pass_delay.after(idle_passes_)};
    }
    is_pausing_ = false;
    succeeded_before_ = succeeded_;
    left_ = std::exchange(put_off_, {});
    at_ = 0;
  }
  if (std::chrono::microseconds(now_us - active_us_) >= idle_max_) return pass_step::give_up{left_[at_]};
  return pass_step::try_operation{left_[at_]};
}

bool operation_passes::is_patient(std::int64_t now_us) const noexcept {
  const auto idle = std::chrono::microseconds(now_us - active_us_);
  return idle < std::min(idle_max_, std::chrono::microseconds(worked_us_));
}

bool operation_passes::may_put_off() const noexcept {
  return std::chrono::microseconds(worked_us_) >= long_run;
}

void operation_passes::note_success(std::int64_t now_us) {
  ++at_;
  ++succeeded_;
  active_us_ = now_us;
  worked_us_ = now_us - began_us_;
}

void operation_passes::note_failure() {
  ++at_;
  has_failed_ = true;
}

void operation_passes::note_put_off() {
  put_off_.push_back(left_[at_]);
  ++at_;
}

} // namespace cluster::operations
