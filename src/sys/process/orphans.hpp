#pragma once

#include "sys/files/file_descriptor.hpp"
#include "sys/process/boot_time.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sys::process {

/// The variable that names the run in the environment of its processes. A value is never used twice while the
/// machine runs.
inline constexpr const char* run_variable = "ADDON_OPERATOR_RUN";

/// Makes this process the parent of each descendant whose own parent has ended, even if the descendant has
/// moved to a session of its own. Only its parent can find and end a process that a program has left behind.
/// To be called before processes are started.
void adopt_orphans() noexcept;

/// The children of this process that this process has not started itself, but adopted when their parents
/// ended. (prctl(2), PR_SET_CHILD_SUBREAPER; in a container the first process adopts them anyway)
///
/// Each run has a variable of its own (`run_variable`), which its descendants inherit: an orphan is killed
/// when its run has ended. An orphan without that variable is killed when all runs that began before the
/// orphan have ended: a run that began later cannot have started the orphan. Programs need not cooperate: a
/// change of process group or session does not hide an orphan. An orphan that has changed its environment
/// lives until the last of the runs that began before it has ended.
///
/// No other part of this process may wait for children. Not thread-safe. It needs
/// `/proc/self/task/TID/children`; a kernel without it (CONFIG_PROC_CHILDREN) leaves orphans alone.
/// Why so: docs/decisions/orphans-are-adopted.md
class orphans {
public:
  /// Called for a new orphan. The descriptor becomes readable when the orphan has ended; the caller then
  /// calls `look`.
  using watch_function = std::function<void(int descriptor, pid_t id)>;
  using own_function = std::function<bool(pid_t id)>;
  /// The runs that have not ended.
  struct present_runs {
    std::optional<boot_ticks> oldest;                    ///< when the oldest of them began; empty without runs
    std::function<bool(std::string_view run)> has_ended; ///< false for values that are no run of this process
  };

  explicit orphans(watch_function watch) : watch_(std::move(watch)) {}

  /// Finds new orphans, kills the orphans that may be killed, and waits for the orphans that have ended. Does
  /// not block. To be called when a run or an orphan has ended: the children of the ended process are orphans
  /// from then on.
  /// @param is_own true for the processes of runs, false for orphans.
  void look(const own_function& is_own, const present_runs& runs);

  /// Kills all orphans that may be killed, and waits for their ends, at most until the given time. An orphan
  /// of another user (set-user-ID) is neither killed nor awaited. To be called when no run is left.
  /// @returns the killed orphans that have not ended.
  [[nodiscard]] std::vector<pid_t> end_all(const own_function& is_own, std::chrono::steady_clock::time_point deadline);

private:
  enum class state { spared, killed, out_of_reach };
  struct orphan {
    boot_ticks start = 0;
    std::string run;                      ///< the value of `run_variable`; empty: not known
    unsigned looks_left = 5;              ///< for a variable that cannot be read yet
    files::file_descriptor exit_readable; ///< a pidfd
    state now = state::spared;
  };

  void find(const own_function& is_own);
  void kill_those_of_ended(const present_runs& runs);
  [[nodiscard]] std::size_t reap();

  watch_function watch_;
  std::map<pid_t, orphan> known_;
};

} // namespace sys::process
