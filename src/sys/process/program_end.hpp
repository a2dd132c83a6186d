#pragma once

#include "base/error.hpp"
#include "sys/process/process.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sys::process {

/// The runner's own signals to a process.
struct interruption {
  std::optional<std::chrono::milliseconds> time_limit; ///< set: it ran longer than that and got SIGTERM
  bool stopped = false;                                ///< it got a signal because the operator stops
};

/// Whether the work of a program counts that has ended with 0 after a SIGTERM of the stop.
enum class work_after_stop { counts, is_in_doubt };

/// Success, or an error that says for people how the process has ended. The message contains no output of the
/// process, because it goes to pages with other readers. Codes: `timeout`, `cancelled`, `process_failed`.
[[nodiscard]] base::result<void> end_of_program(const sys::process::process_exit& exit, const interruption& by_us,
                                                work_after_stop after_stop = work_after_stop::counts);

/// Adds to the failure of a process that it may have died for want of memory, if its end or its last lines
/// show that.
/// @param memory_max of `sys::process::process_spec`
[[nodiscard]] base::result<void> with_want_of_memory(base::result<void> end, const sys::process::process_exit& exit,
                                                     std::uint64_t memory_max, std::string_view error_text);

} // namespace sys::process
