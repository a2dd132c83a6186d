#pragma once

#include "core/base/error.hpp"
#include "sys/process.hpp"

#include <chrono>
#include <optional>

namespace actors {

/// What the runner itself did to a process.
struct interruption {
  std::optional<std::chrono::milliseconds> time_limit; ///< set: it ran longer than that and got SIGTERM
  bool stopped = false;                                ///< it got a signal because the operator stops
};

/// Whether a process that has ended was successful, and if not, how it ended, for people. Nothing that it has written is in
/// the message, which goes to pages that others may read. Codes: `timeout`, `cancelled`, `process_failed`.
[[nodiscard]] core::result<void> end_of_program(const sys::process_exit& exit, const interruption& by_us);

} // namespace actors
