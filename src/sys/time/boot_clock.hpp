#pragma once

#include <chrono>

namespace sys::time {

/// The time since this machine was started, suspends included (CLOCK_BOOTTIME, clock_gettime(2)). Nobody can
/// set this clock, and all processes of the machine have the same.
[[nodiscard]] std::chrono::microseconds boot_time() noexcept;

} // namespace sys::time
