#pragma once

#include "base/error.hpp"

namespace sys::process {

/// Whether this process may make so many threads now: makes them, and ends them. Libraries end the program where they
/// cannot make theirs, so this is asked before. Error (`unavailable`): how many could be made, and the way out.
[[nodiscard]] base::result<void> check_thread_room(unsigned count);

/// Lets the program end with a message and exit code 1, not with SIGABRT, where a thread can still not be made: other
/// processes of the same cgroup may have taken the room since `check_thread_room`.
void end_with_message_without_threads() noexcept;

} // namespace sys::process
