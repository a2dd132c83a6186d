#pragma once

#include "sys/files/file_descriptor.hpp"
#include "sys/process/boot_time.hpp"
#include "sys/process/process.hpp"

#include <sys/types.h>

#include <tl/expected.hpp>

namespace sys::process {

class guard;

/// A process that has just been started, and the parent's ends of its pipes.
struct spawned_process {
  pid_t pid = -1;                       ///< also the number of its group; it is a child until it has been waited for
  boot_ticks began = 0;                 ///< a moment before its start
  files::file_descriptor exit_readable; ///< a pidfd: readable once the process has ended
  files::file_descriptor out;           ///< read end of its stdout, does not block
  files::file_descriptor err;           ///< read end of its stderr, does not block
  files::file_descriptor in;            ///< write end of its stdin, does not block; with `process_spec::has_input` only
};

/// Starts a process as the leader of a new group, with all signals at their default and no open files but the
/// standard files. This program's memory is not copied, so the cost does not depend on its size. The process
/// is killed when the calling thread ends (prctl(2), PR_SET_PDEATHSIG), and so when this program is killed.
/// @param guard gets to know the group before the process runs its program, which may start other processes
/// at once; may be null
/// @returns the error number if the kernel refuses.
/// Why so: docs/decisions/children-die-with-the-operator.md
/// Why so: docs/decisions/largest-memory-of-a-hook.md
[[nodiscard]] tl::expected<spawned_process, int> spawn(const process_spec& spec, guard* guard = nullptr);

/// The end of a child, and its use of resources.
struct reaped_process {
  bool was_signalled = false; ///< ended by a signal
  int status = 0;             ///< exit code or number of the signal
  process_usage usage;
};
/// Kills the group of a child, and waits for the child. The group is killed first, because no other group can
/// get its number before the child has been waited for.
[[nodiscard]] reaped_process kill_group_and_reap(pid_t pid);

} // namespace sys::process
