#pragma once

#include <sys/types.h>

#include <string>

namespace sys::process {

/// The state of a running program for people: the deepest descendant of the process, and the thing that it
/// waits for, as far as the kernel says so: `` `flock 9` (pid 900) waits for the lock of /run/lock/deploy,
/// which pid 77 (`bash`) holds ``. Empty: the process is not there, or nothing is known that its name does
/// not say.
///
/// Reads `/proc` (proc(5): cmdline, stat, wchan, fd, task/TID/children, locks), and may block for a moment.
/// Of a command line only the name of the program, numbers and paths from the root are shown, because other
/// arguments may be secrets. Bound: `processes_max` descendants are looked at.
/// @param proc the root of the file system of processes
[[nodiscard]] std::string words_on_process(pid_t id, const std::string& proc = "/proc");

} // namespace sys::process
