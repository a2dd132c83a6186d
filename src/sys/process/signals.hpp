#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace sys::process {

/// Blocks SIGHUP, SIGINT, SIGTERM and SIGUSR1 in the calling thread and in the threads that it starts from now on, and
/// ignores SIGPIPE and SIGXFSZ: a pipe without a reader and a file that must not grow are errors of the writer. A
/// SIGHUP that is ignored already, as under nohup(1), stays so. Belongs at the very beginning of `main`: a thread that
/// exists already could still be ended by the signals.
void block_stop_signals();

/// Ends the process with exit code 1 when so much time has passed, and with a line on stderr if that takes it at once:
/// the last resort of a stop that hangs, whatever the threads are doing. There is one deadline; the last call counts.
void end_process_after(std::chrono::seconds limit);

/// Reports SIGHUP, SIGINT and SIGTERM, each as it comes, on a thread of its own that sleeps until then. SIGUSR1, which
/// asks for a look at a program that goes on, is reported apart, or ignored. The signals must be blocked, see
/// `block_stop_signals`.
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
