#include "sys/time/boot_clock.hpp"

#include <ctime>

namespace sys::time {

std::chrono::microseconds boot_time() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::seconds(now.tv_sec)
                                                               + std::chrono::nanoseconds(now.tv_nsec));
}

} // namespace sys::time
