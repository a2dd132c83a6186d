#pragma once

#include "sys/files/file_descriptor.hpp"

#include <sys/types.h>

#include <tl/expected.hpp>

#include <chrono>
#include <utility>

namespace sys::process {

/// A second process that outlives this process by a moment and kills its descendants, even if SIGKILL ends
/// this process. The kernel ends the children of a process together with it (see `spawn`), but not the
/// children of these children.
///
/// The guard sleeps at one end of a socket pair whose other end only this process holds. It reads from the
/// socket which groups there are, and when this process must have ended. When the other end closes, this
/// process is dead. If the guard itself is killed, no other guard takes its place, and the next start of the
/// operator finds the surviving programs. Thread-safe.
/// Why so: docs/decisions/children-die-with-the-operator.md
class guard {
public:
  /// Makes the guard. To be called before there are threads, and before `adopt_orphans`, because the guard
  /// must not become a child of this process. The first process of a container needs no guard, because the
  /// kernel ends all other processes with it; its guard has no work.
  /// @returns the error number if the kernel refuses.
  [[nodiscard]] static tl::expected<guard, int> start();

  /// From now on the group dies with this process. A single system call, so the leader itself may call it
  /// between vfork and exec.
  /// @param leader must not have been waited for
  void watch(pid_t leader) noexcept { tell('+', leader); }
  /// Forgets a group that has ended. To be called before its leader is waited for, because afterwards another
  /// process may get the leader's number.
  /// @returns false if the guard has gone.
  bool forget(pid_t leader) noexcept { return tell('-', leader); }
  /// At this time the guard kills this process and all groups, also if this process is stopped or hangs.
  /// @param boot_time by `time::boot_time`; replaces an earlier time; 0: there is no such time
  void end_at(std::chrono::microseconds boot_time) noexcept { tell('@', 0, boot_time); }

private:
  explicit guard(files::file_descriptor to) : to_(std::move(to)) {}
  bool tell(char what, pid_t leader, std::chrono::microseconds boot_time = {}) noexcept;

  files::file_descriptor to_;
};

} // namespace sys::process
