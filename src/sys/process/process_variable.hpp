#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace sys::process {

/// The value of a variable in the environment with which a process was started (proc(5),
/// `/proc/PID/environ`); empty if the process has no such variable, has ended, is changing into another
/// program (execve), or belongs to another user.
[[nodiscard]] std::string variable_of_process(pid_t id, std::string_view name);

} // namespace sys::process
