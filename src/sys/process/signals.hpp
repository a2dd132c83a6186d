#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace sys::process {

/// Blocks SIGHUP, SIGINT, SIGTERM and SIGUSR1 in the calling thread and in threads that it starts later, and
/// ignores SIGPIPE and SIGXFSZ: a pipe without a reader and a file that must not grow are errors of the
/// writer. A SIGHUP that is ignored already, as under nohup(1), stays ignored. To be called at the very
/// beginning of `main`: a thread that was started earlier does not block the signals, and a signal to this
/// thread would end the program.
void block_stop_signals();

/// Ends the process with exit code 1 when that time has passed, and with a line on stderr if stderr takes it
/// at once: the last resort for a stop that hangs, whatever the threads are doing. There is one deadline; the
/// last call counts.
void end_process_after(std::chrono::seconds limit);

/// Reports SIGHUP, SIGINT and SIGTERM, each when it comes, on a thread of its own that sleeps until then.
/// SIGUSR1, which asks for a look into the running program, is reported separately, or ignored. The signals
/// must be blocked, see `block_stop_signals`.
class stop_signal_watch {
public:
  explicit stop_signal_watch(std::function<void(int signal)> on_signal, std::function<void()> on_look = {});
  /// Ends the thread; no call is under way afterwards.
  ~stop_signal_watch();

private:
  class waiter;
  std::unique_ptr<waiter> waiter_;
};

} // namespace sys::process
