#pragma once

#include "base/lead_permit.hpp"
#include "sys/process/guard_process.hpp"
#include "sys/process/process.hpp"

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <string>

namespace sys::process {

struct reactor_options {
  /// Kills processes that programs leave behind outside of their groups. Only for a program that adopts
  /// orphans and starts all its processes by this reactor: every other child counts as an orphan.
  bool ends_orphans = false;
  /// Kills the groups of processes if this program is killed; null: only the processes themselves die with
  /// it.
  std::shared_ptr<guard> guard{};
  /// Asked when a process starts that needs the lead: without the permit the start fails.
  base::lead_permit_ptr permit{};
  /// Called once, on the reactor's thread, if the guard has gone.
  std::function<void()> on_guard_lost{};
  /// A variable, `NAME=value`, that all processes get beside their own; may be empty.
  std::string mark{};
  /// The time after which a process that SIGKILL has not ended counts as hanging in the kernel (state D: a
  /// disk or a network file system that does not answer). Such a process runs no more of its own code, so its
  /// exit is reported, and the wait for it ends.
  std::chrono::milliseconds killed_within{5000};
  /// Called on the reactor's thread for each process that hangs like this, and at the end for each orphan
  /// that does.
  std::function<void(pid_t)> on_left{};
  /// Kills a group. Tests replace it to make processes that do not end.
  std::function<void(pid_t group)> kill_group = [](pid_t group) { ::kill(-group, SIGKILL); };
};

/// Runs processes: one thread that sleeps while there is no event, whatever the number of processes.
///
/// Every process leads a group of its own and has no open files but the standard files, no blocked and no
/// ignored signals. Its stdin is /dev/null unless it asks for a pipe. When it exits, the rest of its group is
/// killed, all output until then is handed out, then the exit is reported. A descendant that has moved to
/// another group is an orphan then: it is killed too if `ends_orphans` is set (see `orphans`), else it lives
/// on, and its later output is lost.
///
/// Events are called on the reactor's thread and may call `start` and `signal_group`. Destruction kills the
/// groups of all processes and reports their exits before it returns, after `killed_within` at the latest; it
/// must not happen on the reactor's thread. If this program is killed, its processes die with it.
/// Why so: docs/decisions/output-of-programs-is-slowed-down.md
class reactor final : public process_starter {
public:
  explicit reactor(reactor_options options = {});
  ~reactor() override;

  process_id start(process_spec spec, process_events events) override;
  void signal_group(process_id id, int signal) override;
  void resume(process_id id) override;
  void write(process_id id, std::string text) override;

  /// Kills the groups of all processes now, and returns when they have ended, at the latest after that time.
  /// Later starts fail: `start` reports this before it returns, on the thread of its caller. May be called
  /// from any thread but the reactor's.
  void end(std::chrono::milliseconds within = std::chrono::seconds(5));

private:
  class loop;
  std::unique_ptr<loop> loop_;
};

} // namespace sys::process
