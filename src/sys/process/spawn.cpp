#include "sys/process/spawn.hpp"

#include "sys/process/guard_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
extern "C" { // the header of glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace sys::process {

namespace {

struct stream_pipe {
  files::file_descriptor ours;
  files::file_descriptor of_child;
};

enum class direction { from_child, to_child };

tl::expected<stream_pipe, int> make_pipe(direction way) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return tl::unexpected(errno);
  const bool reads = way == direction::from_child;
  stream_pipe made{files::file_descriptor(fds[reads ? 0 : 1]), files::file_descriptor(fds[reads ? 1 : 0])};
  // O_NONBLOCK is set on our end only: each end of a pipe has its own flags, and programs do not expect the
  // flag on their standard streams.
  if (::fcntl(made.ours.get(), F_SETFL, O_NONBLOCK) != 0) return tl::unexpected(errno);
  return made;
}

/// All data that the child needs between its birth and its new program. It is made before the birth.
struct child_plan {
  const char* program;
  char* const* arguments;
  char* const* variables;
  const char* directory; ///< null: that of this process
  int in;                ///< -1: /dev/null
  int out;
  int err;
  pid_t parent;
  guard* guard; ///< null: no guard
  rlim_t memory_max;
};

/// Sets the limit of the child's data. A limit that is lower already stays.
bool limit_memory(rlim_t bytes) noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return false;
  limit.rlim_cur = std::min(limit.rlim_cur, bytes);
  return ::setrlimit(RLIMIT_DATA, &limit) == 0;
}

void handle_all_signals(void (*handler)(int)) noexcept {
  struct sigaction action {};
  action.sa_handler = handler;
  for (int signal = 1; signal < NSIG; ++signal) (void)::sigaction(signal, &action, nullptr);
}

/// Gives the child the signals as a program expects them, whatever this program has blocked or ignored.
/// Pending signals are dropped: they were sent to the group of this program before the child left the group.
/// This program may have ignored such a signal, as under nohup(1), and ends its children itself.
void reset_signals() noexcept {
  handle_all_signals(SIG_IGN);
  handle_all_signals(SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Turns the child into the program. Until then the child uses the memory of the parent, which is stopped, so
/// only system calls are allowed.
/// @returns the error number if the kernel refuses.
int become(const child_plan& plan) noexcept {
  // The thread that makes processes lives as long as the operator (reactor.hpp), so the death of that thread
  // is the death of the operator.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::setpgid(0, 0) != 0) return errno;
  if (::getppid() != plan.parent) return ESRCH; // the parent has died already
  // Before exec, because the program may start other processes at once.
  if (plan.guard != nullptr) plan.guard->watch(::getpid());
  const int in = plan.in >= 0 ? plan.in : ::open("/dev/null", O_RDONLY);
  if (in < 0) return errno;
  if (::dup2(in, STDIN_FILENO) < 0 || ::dup2(plan.out, STDOUT_FILENO) < 0 || ::dup2(plan.err, STDERR_FILENO) < 0)
    return errno;
  // The descriptors of this program close themselves; a library may have forgotten O_CLOEXEC.
  (void)::close_range(STDERR_FILENO + 1, ~0U, 0);
  if (plan.directory != nullptr && ::chdir(plan.directory) != 0) return errno;
  if (plan.memory_max > 0 && !limit_memory(plan.memory_max)) return errno;
  reset_signals();
  ::execve(plan.program, plan.arguments, plan.variables);
  return errno;
}

/// posix_spawn(3) does the same, but cannot let the child die with its parent.
/// @param refused the error number if exec failed; then the child has ended.
pid_t start_child(const child_plan& plan, volatile int& refused) {
  // A handler of this program must not run in the child, which shares its memory.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::vfork();
  if (pid == 0) {
    refused = become(plan);
    ::_exit(127);
  }
  if (pid < 0) refused = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return pid;
}

/// The form in which exec wants a list of texts.
std::vector<char*> exec_list(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  for (const auto& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

std::chrono::microseconds duration_of(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

} // namespace

tl::expected<spawned_process, int> spawn(const process_spec& spec, guard* guard) {
  if (spec.argv.empty()) return tl::unexpected(EINVAL);
  auto out = make_pipe(direction::from_child);
  if (!out) return tl::unexpected(out.error());
  auto err = make_pipe(direction::from_child);
  if (!err) return tl::unexpected(err.error());
  auto in = spec.has_input ? make_pipe(direction::to_child) : tl::expected<stream_pipe, int>();
  if (!in) return tl::unexpected(in.error());
  const auto arguments = exec_list(spec.argv);
  const auto variables = exec_list(spec.environment);
  const auto* directory = spec.working_directory.empty() ? nullptr : spec.working_directory.c_str();
  const child_plan plan{arguments.front(),   arguments.data(),    variables.data(), directory, in->of_child.get(),
                        out->of_child.get(), err->of_child.get(), ::getpid(),       guard,     spec.memory_max};
  const auto give_up = [guard](pid_t pid) {
    if (guard != nullptr) guard->forget(pid);
    (void)kill_group_and_reap(pid);
  };

  spawned_process started;
  // Taken before the start, so that no orphan of this run can seem older than the run.
  started.began = boot_ticks_now();
  volatile int refused = 0;
  started.pid = start_child(plan, refused);
  if (refused != 0) {
    if (started.pid > 0) give_up(started.pid);
    return tl::unexpected(int{refused});
  }
  started.exit_readable = files::file_descriptor(::pidfd_open(started.pid, 0));
  // Without this descriptor the end of the program would not be noticed, so the program must not go on.
  if (!started.exit_readable) {
    const int error_number = errno;
    give_up(started.pid);
    return tl::unexpected(error_number);
  }
  started.out = std::move(out->ours);
  started.err = std::move(err->ours);
  started.in = std::move(in->ours);
  return started;
}

reaped_process kill_group_and_reap(pid_t pid) {
  ::kill(-pid, SIGKILL);
  siginfo_t state{};
  rusage used{};
  // The system call, because the waitid of glibc has no parameter for the usage of resources.
  while (::syscall(SYS_waitid, P_PID, pid, &state, WEXITED, &used) != 0 && errno == EINTR) {
  }
  return {.was_signalled = state.si_code != CLD_EXITED,
          .status = state.si_status,
          .usage = {.user = duration_of(used.ru_utime),
                    .system = duration_of(used.ru_stime),
                    .max_rss_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024}};
}

} // namespace sys::process
