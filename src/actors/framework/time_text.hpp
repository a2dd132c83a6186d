#pragma once

#include "sys/time/clock.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace actors::framework {

/// The text of a wall clock time, given in microseconds since the epoch: `2026-01-01T00:00:00Z`.
[[nodiscard]] inline std::string time_text(std::int64_t us) {
  return sys::time::rfc3339(sys::time::wall_time(std::chrono::microseconds(us)), sys::time::time_precision::seconds);
}

} // namespace actors::framework
