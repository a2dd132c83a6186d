#pragma once

#include <chrono>

namespace sys::time {

/// The time since this machine was started, suspends included (CLOCK_BOOTTIME, clock_gettime(2)). No
/// program can set this clock, and it is the same for all processes of the machine.
[[nodiscard]] std::chrono::microseconds boot_time() noexcept;

} // namespace sys::time
