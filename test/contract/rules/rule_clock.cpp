#include "contract/rules/rule_clock.hpp"

#include "support/process_run.hpp"
#include "sys/time/clock.hpp"

#include <utility>

namespace test {

namespace {

std::chrono::microseconds machine_time() {
  return std::chrono::duration_cast<std::chrono::microseconds>(sys::time::now().time_since_epoch());
}

} // namespace

rule_clock::rule_clock(time_point begin) : ahead_(begin.time_since_epoch() - machine_time()) {}

std::chrono::microseconds rule_clock::shown() const {
  return machine_time() + ahead_;
}

std::int64_t rule_clock::now_us() const {
  const std::lock_guard lock(guard_);
  return shown().count();
}

void rule_clock::set(std::optional<time_point> at, on_ring ring) {
  const std::lock_guard lock(guard_);
  at_ = at;
  ring_ = std::move(ring);
  if (at) {
    const auto machine = at->time_since_epoch() - ahead_;
    real_.set(time_point(std::chrono::ceil<std::chrono::seconds>(machine)), ring_);
  } else {
    real_.set(std::nullopt, ring_);
  }
  changed_.notify_all();
}

bool rule_clock::go_on_to(time_point time, std::chrono::seconds early_max) {
  std::unique_lock lock(guard_);
  if (!changed_.wait_for(lock, deadline, [&] { return at_ && *at_ <= time && *at_ >= time - early_max; })) return false;
  ahead_ += time.time_since_epoch() - shown();
  at_.reset();
  const auto ring = ring_;
  lock.unlock();
  ring(sys::time::ring_reason::due);
  return true;
}

} // namespace test
