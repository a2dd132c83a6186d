#pragma once

#include "sys/process.hpp"

#include <memory>

namespace sys {

struct process_reactor_options {
  /// Kills what processes leave behind outside their groups. Only for a program that adopts orphans and in which nobody
  /// else has children: every child that is not a process of this reactor is taken for an orphan.
  bool ends_orphans = false;
};

/// Runs processes: one thread that sleeps while nothing happens, whatever the number of processes.
///
/// Every process leads a group of its own and has /dev/null as its stdin, no open files but the standard ones, no
/// blocked and no ignored signals. Its exit counts: the rest of its group is killed, all output until then is
/// handed out, then the exit is reported. A descendant that has moved to another group is an orphan then: it is killed
/// too if `ends_orphans` is set (see `orphans`), else it lives on, and its later output is lost.
///
/// Events are called on the reactor's thread and may call `start` and `signal_group`. Destruction kills the groups of
/// all processes and reports their exits before it returns; it must not happen on the reactor's thread.
class process_reactor final : public process_starter {
public:
  explicit process_reactor(process_reactor_options options = {});
  ~process_reactor() override;

  process_id start(process_spec spec, process_events events) override;
  void signal_group(process_id id, int signal) override;
  void resume(process_id id) override;

private:
  class loop;
  std::unique_ptr<loop> loop_;
};

} // namespace sys
