#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <vector>

namespace bench {

/// The kernel's counts for a process (proc(5)).
struct process_counters {
  std::uint64_t context_switches = 0; ///< of all its threads, voluntary or not
  std::uint64_t cpu_ticks = 0;        ///< user and system
  std::uint64_t resident_kib = 0;
  std::uint64_t resident_private_kib = 0; ///< without what is mapped from files
};

/// Throws if there is no such process.
[[nodiscard]] process_counters read_counters(pid_t process);

/// The processor time of all threads of a process so far, user and system, without its children.
[[nodiscard]] std::chrono::nanoseconds cpu_time(pid_t process);

/// The processes that a process has started and that run.
[[nodiscard]] std::vector<pid_t> children_of(pid_t process);

/// The operator that was started: this process has no other child. Throws if that is not so.
[[nodiscard]] pid_t only_child();

} // namespace bench
