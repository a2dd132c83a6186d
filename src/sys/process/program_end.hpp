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

/// Whether the work of a program counts if the program ends with exit code 0 after the SIGTERM that it gets
/// when the operator stops.
enum class work_after_stop { counts, is_in_doubt };

/// Success, or an error that says for people how the process has ended. A process that was ended by its time
/// limit has failed (`timeout`), also with exit code 0. The message contains no output of the process,
/// because it goes to pages with other readers. Codes: `timeout`, `cancelled`, `process_failed`.
[[nodiscard]] base::result<void> end_of_program(const sys::process::process_exit& exit, const interruption& by_us,
                                                work_after_stop after_stop = work_after_stop::counts);

/// Adds to a `process_failed` that the process may have died for want of memory: after SIGKILL, or if it had
/// a limit of memory and its stderr says that memory was refused. Other results stay as they are.
/// @param memory_max of `sys::process::process_spec`; 0: no limit
/// @param error_text the last lines of stderr
[[nodiscard]] base::result<void> with_want_of_memory(base::result<void> end, const sys::process::process_exit& exit,
                                                     std::uint64_t memory_max, std::string_view error_text);

} // namespace sys::process
