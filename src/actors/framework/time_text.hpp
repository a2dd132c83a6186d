#pragma once

#include "sys/clock.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace actors {

/// A time of the wall clock, microseconds since the epoch, for people: `2026-01-01T00:00:00Z`.
[[nodiscard]] inline std::string time_text(std::int64_t us) {
  return sys::rfc3339(sys::wall_time(std::chrono::microseconds(us)), sys::time_precision::seconds);
}

} // namespace actors
