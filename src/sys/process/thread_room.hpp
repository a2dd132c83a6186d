#pragma once

#include "base/error.hpp"

namespace sys::process {

/// Checks that this process can make this number of threads now, by making and ending them. Libraries end the
/// program if they cannot make their threads, so the check comes before them. The error (`unavailable`) names
/// the number of threads that could be made, and the next step.
[[nodiscard]] base::result<void> check_thread_room(unsigned count);

/// Makes the program end with a message and exit code 1, not with SIGABRT, if a thread still cannot be made:
/// other processes of the same cgroup may have used the room since `check_thread_room`.
void end_with_message_without_threads() noexcept;

} // namespace sys::process
