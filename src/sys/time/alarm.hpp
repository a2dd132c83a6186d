#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace sys::time {

/// The reason why an alarm rings.
enum class ring_reason {
  due,       ///< the wall clock shows the time
  clock_set, ///< the wall clock was set, or the machine has woken up: compute waiting times anew
};

/// Waits for times of the wall clock. An interface, so that tests need not wait.
/// Why so: docs/decisions/schedules-follow-the-wall-clock.md
class alarm {
public:
  using time_point = std::chrono::sys_seconds;
  using on_ring = std::function<void(ring_reason)>;

  virtual ~alarm() = default;

  /// Waits for a time of the wall clock, and rings at once if the time has passed; empty: waits for no time.
  /// The time of an earlier call is forgotten, but a ring that has begun may still come. The alarm rings once
  /// as `due`. It rings as `clock_set` after each change of the clock; a change that came before this call
  /// and was not reported is reported by this call.
  /// @param ring called on any thread, perhaps before this function returns: it only posts a message
  virtual void set(std::optional<time_point> at, on_ring ring) = 0;
};

/// An alarm on the clock of this machine, with a thread that sleeps. (timerfd_create(2), CLOCK_REALTIME)
class wall_clock_alarm final : public alarm {
public:
  /// Ends the program if the kernel has no descriptor left: it is made once, at the start.
  wall_clock_alarm();
  ~wall_clock_alarm() override;

  void set(std::optional<time_point> at, on_ring ring) override;

private:
  class waiter;
  std::unique_ptr<waiter> waiter_;
};

} // namespace sys::time
