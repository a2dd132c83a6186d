#include "sys/process/signals.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/time/wake_event.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

namespace sys::process {

namespace {

/// True for a signal that was ignored at the start, as by `nohup`: the user wants the program to go on.
bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t stop_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  if (!is_ignored(SIGHUP)) ::sigaddset(&set, SIGHUP);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  ::sigaddset(&set, SIGUSR1);
  return set;
}

files::file_descriptor make_signal_descriptor() {
  const auto set = stop_signals();
  files::file_descriptor made(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (made) return made;
  std::perror("signalfd");
  std::abort();
}

/// Sets a handler of SIGALRM. The next alarm may interrupt it.
void on_alarm(void (*handler)(int)) noexcept {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_NODEFER;
  ::sigaction(SIGALRM, &action, nullptr);
}

/// Uses only calls that are safe in a signal handler. The line must not delay the end: a terminal or a file
/// of another machine may take no line although it seems to have room.
[[noreturn]] void end_with_a_line() noexcept {
  on_alarm([](int) { ::_exit(1); });
  ::alarm(1);
  constexpr char line[] = "the stop has not come to its end in time: the process is ended\n";
  pollfd room{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&room, 1, 0) == 1) static_cast<void>(!::write(STDERR_FILENO, line, sizeof line - 1));
  ::_exit(1);
}

} // namespace

void block_stop_signals() {
  const auto set = stop_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  // With this signal ignored, a write to a file at its size limit fails, as on a full disk, and does not end
  // the process.
  std::signal(SIGXFSZ, SIG_IGN);
}

void end_process_after(std::chrono::seconds limit) {
  on_alarm([](int) { end_with_a_line(); });
  // The program that has started this one may have left the signal blocked.
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGALRM);
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::alarm(static_cast<unsigned>(limit.count()));
}

/// The waiting thread and its state.
class stop_signal_watch::waiter {
public:
  waiter(std::function<void(int)> on_signal, std::function<void()> on_look)
    : on_signal_(std::move(on_signal)), on_look_(std::move(on_look)), signals_(make_signal_descriptor()),
      thread_([this] { run(); }) {}

  ~waiter() {
    stop_.set();
    thread_.join();
  }

private:
  void run() {
    std::array<pollfd, 2> sources{pollfd{signals_.get(), POLLIN, 0}, pollfd{stop_.descriptor(), POLLIN, 0}};
    while (sources[1].revents == 0) {
      if (::poll(sources.data(), sources.size(), -1) < 0) continue;
      if (sources[0].revents != 0) report();
    }
  }

  void report() {
    signalfd_siginfo received{};
    while (::read(signals_.get(), &received, sizeof received) == sizeof received) {
      if (received.ssi_signo != SIGUSR1)
        on_signal_(static_cast<int>(received.ssi_signo));
      else if (on_look_)
        on_look_();
    }
  }

  std::function<void(int)> on_signal_;
  std::function<void()> on_look_; ///< empty: SIGUSR1 has no receiver
  files::file_descriptor signals_;
  time::wake_event stop_;
  std::thread thread_;
};

stop_signal_watch::stop_signal_watch(std::function<void(int signal)> on_signal, std::function<void()> on_look)
  : waiter_(std::make_unique<waiter>(std::move(on_signal), std::move(on_look))) {}

stop_signal_watch::~stop_signal_watch() = default;

} // namespace sys::process
