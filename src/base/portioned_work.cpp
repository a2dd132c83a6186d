#include "base/portioned_work.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace base {

namespace {

constexpr std::chrono::microseconds shortest_rest = std::chrono::milliseconds(1);

} // namespace

portioned_work::portioned_work(std::chrono::microseconds portion, long_works_ptr all, clock now_us, on_rest rest)
  : portion_(portion), all_(std::move(all)), now_us_(std::move(now_us)), rest_(std::move(rest)) {}

void portioned_work::add(part x) {
  if (works_) return born_.push_back(std::move(x));
  left_.push_back(std::move(x));
  work();
}

void portioned_work::go_on() {
  rests_ = false;
  work();
}

void portioned_work::work() {
  if (rests_) return;
  while (!left_.empty()) {
    do_part();
    if (used_ < portion_) continue;
    rests_ = true;
    be_long(true);
    return rest_(rest_after(std::exchange(used_, std::chrono::microseconds::zero())));
  }
  be_long(false);
}

/// Returns the length of the rest. A single long work rests for the time by which it has exceeded its
/// portion: with very long parts it uses about half of a thread. If there are several long works, each of
/// them rests until all other works could have used the same time.
std::chrono::microseconds portioned_work::rest_after(std::chrono::microseconds used) const {
  return std::max({used - portion_, used * (all_->count() - 1), shortest_rest});
}

void portioned_work::be_long(bool x) {
  if (std::exchange(is_long_, x) == x) return;
  x ? all_->begin() : all_->end();
}

void portioned_work::do_part() {
  auto x = std::move(left_.front());
  left_.pop_front();
  const auto began_us = now_us_();
  works_ = true;
  const bool is_done = x();
  works_ = false;
  used_ += std::chrono::microseconds(now_us_() - began_us);
  if (!is_done) left_.push_front(std::move(x));
  // The work that a part has added is a step of the change of that part, so it comes before the rest of that
  // part and before all other work.
  left_.insert(left_.begin(), std::make_move_iterator(born_.begin()), std::make_move_iterator(born_.end()));
  born_.clear();
}

} // namespace base
