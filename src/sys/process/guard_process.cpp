#include "sys/process/guard_process.hpp"

#include "sys/process/boot_time.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <map>
#include <optional>

namespace sys::process {

namespace {

/// A message to the guard about a group.
struct notice {
  char what;
  pid_t leader;
};

/// The groups that the guard knows, and when their leaders were started.
using groups = std::map<pid_t, std::optional<boot_ticks>>;

void take(groups& known, const notice& x) {
  if (x.what == '+')
    known[x.leader] = start_of_process(x.leader);
  else
    known.erase(x.leader);
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

[[noreturn]] void stand_guard(int from) {
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
  notice next{};
  for (;;) {
    const auto got = ::read(STDIN_FILENO, &next, sizeof next);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof next) break;
    take(known, next);
  }
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
  const pid_t between = ::fork();
  if (between < 0) return tl::unexpected(errno);
  if (between == 0) {
    to.close();
    // The parent of the guard ends at once, so the guard is no child of the operator, and no process has to
    // wait for it.
    if (::fork() == 0) stand_guard(from.get());
    ::_exit(0);
  }
  while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
  }
  return guard(std::move(to));
}

bool guard::tell(char what, pid_t leader) noexcept {
  if (!to_) return true;
  const notice x{what, leader};
  // A guard that does not read any more is not worth a wait.
  while (::send(to_.get(), &x, sizeof x, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    if (errno != EINTR) return errno != EPIPE && errno != ECONNRESET;
  return true;
}

} // namespace sys::process
