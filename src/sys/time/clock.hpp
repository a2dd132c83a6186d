#pragma once

#include <chrono>
#include <string>

namespace sys::time {

using wall_time = std::chrono::system_clock::time_point;

/// The wall clock of this machine.
[[nodiscard]] wall_time now() noexcept;

/// The number of digits in the fraction of a second.
enum class time_precision { seconds = 0, milliseconds = 3, microseconds = 6 };

/// A time in UTC as RFC 3339 writes it, the rest cut off: `2026-11-21T12:41:02.000Z`.
[[nodiscard]] std::string rfc3339(wall_time time, time_precision precision = time_precision::milliseconds);

} // namespace sys::time
