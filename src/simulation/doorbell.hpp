#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace simulation {

/// Wakes the thread that plays a day, from any thread. Thread-safe.
class doorbell {
public:
  using time_point = std::chrono::steady_clock::time_point;

  void ring() {
    const std::lock_guard lock(mutex_);
    has_rung_ = true;
    rung_.notify_all();
  }

  /// Waits until `ring` is called, unless it was called since the last wait. @returns false if it was not
  /// called until `end`
  [[nodiscard]] bool wait(time_point end) {
    std::unique_lock lock(mutex_);
    rung_.wait_until(lock, end, [this] { return has_rung_; });
    return std::exchange(has_rung_, false);
  }

private:
  std::mutex mutex_;
  std::condition_variable rung_;
  bool has_rung_ = false;
};

} // namespace simulation
