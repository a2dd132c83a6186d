#include "sys/process/guard_process.hpp"

#include "sys/process/boot_time.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <map>
#include <optional>

namespace sys::process {

namespace {

/// A message to the guard about a group, or the time at which the operator must have ended.
struct notice {
  char what;
  pid_t leader;
  std::chrono::microseconds boot_time;
};

/// The groups that the guard knows, and when their leaders were started.
using groups = std::map<pid_t, std::optional<boot_ticks>>;

/// A timer on the clock of the deadlines, which also rises during a suspend.
class deadline_timer {
public:
  deadline_timer() : descriptor_(::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK)) {}

  /// @param time 0: there is no deadline. A time that has passed counts at once.
  void set(std::chrono::microseconds time) const {
    constexpr long us_in_s = 1000000;
    itimerspec at{};
    at.it_value = {time.count() / us_in_s, time.count() % us_in_s * 1000};
    (void)::timerfd_settime(descriptor_, TFD_TIMER_ABSTIME, &at, nullptr);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

private:
  int descriptor_;
};

void take(groups& known, const deadline_timer& timer, const notice& x) {
  if (x.what == '+')
    known[x.leader] = start_of_process(x.leader);
  else if (x.what == '-')
    known.erase(x.leader);
  else
    timer.set(x.boot_time);
}

/// Kills the known groups. The kernel does not give the number of a group to another group while a process is
/// in it. If the leader has another start time than noted, the number belongs to another process by now, and
/// is left alone.
void kill_all(const groups& known) {
  for (const auto& [leader, start] : known) {
    const auto now = start_of_process(leader);
    if (!now || !start || *now == *start) (void)::kill(-leader, SIGKILL);
  }
}

/// Reads the next message. While there is none, the operator is killed at its deadline.
/// @returns false if the operator has ended
bool next_notice(notice& next, const deadline_timer& timer, const groups& known, pid_t guarded) {
  for (;;) {
    pollfd sources[] = {{STDIN_FILENO, POLLIN, 0}, {timer.descriptor(), POLLIN, 0}};
    if (::poll(sources, 2, -1) < 0 && errno != EINTR) return false;
    // The messages come first: the deadline may have moved.
    if (sources[0].revents != 0) {
      const auto got = ::read(STDIN_FILENO, &next, sizeof next);
      if (got < 0 && errno == EINTR) continue;
      return got == sizeof next;
    }
    std::uint64_t times = 0;
    if (sources[1].revents == 0 || ::read(timer.descriptor(), &times, sizeof times) != sizeof times) continue;
    kill_all(known);
    // While its end of the socket is open, the number belongs to the operator.
    (void)::kill(guarded, SIGKILL);
  }
}

[[noreturn]] void stand_guard(int from, pid_t guarded) {
  ::setsid(); // signals for the operator's group or terminal are not for its guard
  ::prctl(PR_SET_NAME, "operator-guard");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  (void)::dup2(from, STDIN_FILENO);
  // Readers of the operator's output wait for the end of the operator and not of the guard, so the guard
  // closes its copies.
  const int nothing = ::open("/dev/null", O_WRONLY);
  (void)::dup2(nothing, STDOUT_FILENO);
  (void)::dup2(nothing, STDERR_FILENO);
  (void)::close_range(STDERR_FILENO + 1, ~0U, 0);
  (void)!::chdir("/");
  groups known;
  const deadline_timer timer;
  notice next{};
  while (next_notice(next, timer, known, guarded)) take(known, timer, next);
  kill_all(known);
  ::_exit(0);
}

} // namespace

tl::expected<guard, int> guard::start() {
  if (::getpid() == 1) return guard(files::file_descriptor());
  int fds[2];
  // Not a pipe: SIGPIPE could stay pending in a child between vfork and exec, where all signals are blocked,
  // and kill its new program.
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0) return tl::unexpected(errno);
  const files::file_descriptor from(fds[0]);
  files::file_descriptor to(fds[1]);
  const pid_t guarded = ::getpid();
  const pid_t between = ::fork();
  if (between < 0) return tl::unexpected(errno);
  if (between == 0) {
    to.close();
    // The parent of the guard ends at once, so the guard is no child of the operator, and no process has to
    // wait for it.
    if (::fork() == 0) stand_guard(from.get(), guarded);
    ::_exit(0);
  }
  while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
  }
  return guard(std::move(to));
}

bool guard::tell(char what, pid_t leader, std::chrono::microseconds boot_time) noexcept {
  if (!to_) return true;
  const notice x{what, leader, boot_time};
  // A guard that does not read any more is not worth a wait.
  while (::send(to_.get(), &x, sizeof x, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    if (errno != EINTR) return errno != EPIPE && errno != ECONNRESET;
  return true;
}

} // namespace sys::process
