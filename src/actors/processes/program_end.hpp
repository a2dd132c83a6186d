#pragma once

#include "core/base/error.hpp"
#include "sys/process.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace actors {

/// What the runner itself did to a process.
struct interruption {
  std::optional<std::chrono::milliseconds> time_limit; ///< set: it ran longer than that and got SIGTERM
  bool stopped = false;                                ///< it got a signal because the operator stops
};

/// Whether a process that has ended was successful, and if not, why, for people: what it wrote to stderr, or how it
/// ended if it wrote nothing. Codes: `timeout`, `cancelled`, `process_failed`.
[[nodiscard]] core::result<void> end_of_program(const sys::process_exit& exit, const interruption& by_us,
                                                const std::string& error_text);

} // namespace actors
