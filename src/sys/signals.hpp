#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace sys {

/// Blocks SIGINT, SIGTERM and SIGUSR1 in the calling thread and in those it starts from now on, and ignores SIGPIPE. Belongs at
/// the very beginning of `main`: a thread that exists already could still be ended by the signals.
void block_stop_signals();

/// Ends the process with exit code 1 and a line on stderr when so much time has passed: the last resort of a stop that
/// does not come to its end, whatever the threads are doing. One at a time; the last call counts.
void end_process_after(std::chrono::seconds limit);

/// Reports SIGINT and SIGTERM, each as it comes, on a thread of its own that sleeps until then. SIGUSR1, which asks for a
/// look at a program that goes on, is reported apart, or ignored.
/// The signals must be blocked, see `block_stop_signals`.
class stop_signal_watch {
public:
  explicit stop_signal_watch(std::function<void(int signal)> on_signal, std::function<void()> on_look = {});
  /// Ends the thread; no call is under way afterwards.
  ~stop_signal_watch();

private:
  class waiter;
  std::unique_ptr<waiter> waiter_;
};

} // namespace sys
