#pragma once

#include <poll.h>

#include <algorithm>
#include <chrono>

namespace sys::process {

/// The time until the deadline in milliseconds for poll(2) and epoll_wait(2): rounded up, an hour at most, 0
/// if it has passed.
[[nodiscard]] inline int milliseconds_until(std::chrono::steady_clock::time_point deadline) {
  using namespace std::chrono_literals;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds>(left, 0ms, 1h).count());
}

/// Waits until a descriptor is readable. @returns false if it is not readable at the deadline.
[[nodiscard]] inline bool becomes_readable(int descriptor, std::chrono::steady_clock::time_point deadline) {
  for (;;) {
    pollfd asked{.fd = descriptor, .events = POLLIN, .revents = 0};
    const int wait = milliseconds_until(deadline);
    if (::poll(&asked, 1, wait) > 0) return true;
    if (wait == 0) return false;
  }
}

} // namespace sys::process
