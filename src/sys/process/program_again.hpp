#pragma once

#include "base/error.hpp"

namespace sys::process {

/// Replaces this process by a new run of its program, with the same number, command line, environment and
/// standard files (execve(2)). All other files must be closed on exec. To be called when no other thread has
/// work. Returns only after a failure.
[[nodiscard]] base::error run_program_again();

} // namespace sys::process
