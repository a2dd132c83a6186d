#pragma once

#include "base/error.hpp"

namespace sys::process {

/// Whether this process may make so many threads now: makes them, and ends them. Libraries end the program
/// where they cannot make their threads, so this is checked before. Error (`unavailable`): how many threads
/// could be made, and the way out.
[[nodiscard]] base::result<void> check_thread_room(unsigned count);

/// Makes the program end with a message and exit code 1, not with SIGABRT, if a thread still cannot be made:
/// other processes of the same cgroup may have used the room since `check_thread_room`.
void end_with_message_without_threads() noexcept;

} // namespace sys::process
