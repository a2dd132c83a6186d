#pragma once

#include "simulation/virtual_actors.hpp"
#include "sys/time/alarm.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace simulation {

/// An alarm on the virtual clock of actors. The actors outlive the alarm.
class fake_alarm final : public sys::time::alarm {
public:
  explicit fake_alarm(virtual_actors& actors) : actors_(&actors) {}

  void set(std::optional<time_point> at, on_ring ring) override {
    at_ = at;
    ring_ = std::move(ring);
    wait();
    if (std::exchange(was_set_, false)) ring_(sys::time::ring_reason::clock_set);
  }

  /// Sets the wall clock, as `date --set` or the end of a suspend does.
  void set_clock(std::chrono::seconds by) {
    actors_->set_clock(by);
    if (!ring_) {
      was_set_ = true;
      return;
    }
    wait();
    ring_(sys::time::ring_reason::clock_set);
  }

private:
  void wait() {
    const auto number = ++waiting_;
    if (!at_) return;
    const std::chrono::microseconds at(at_->time_since_epoch());
    const auto left = at - std::chrono::microseconds(actors_->now_us());
    actors_->after(std::max(left, std::chrono::microseconds(0)), [this, number] {
      if (number == waiting_) ring_(sys::time::ring_reason::due);
    });
  }

  virtual_actors* actors_;
  std::optional<time_point> at_;
  on_ring ring_;
  std::uint64_t waiting_ = 0; ///< number of the current wait; older waits are ignored
  bool was_set_ = false;
};

} // namespace simulation
