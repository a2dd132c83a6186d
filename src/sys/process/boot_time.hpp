#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace sys::process {

/// Time since the machine was started, in the unit of `starttime` in `/proc/PID/stat` (proc(5)): about 10 ms.
using boot_ticks = std::uint64_t;

[[nodiscard]] boot_ticks boot_ticks_now();

/// The start of a process; empty if there is no such process.
[[nodiscard]] std::optional<boot_ticks> start_of_process(pid_t id);

} // namespace sys::process
