#include "sys/spawn.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
extern "C" { // the header of glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

#include <cerrno>
#include <csignal>

namespace sys {

namespace {

struct output_pipe {
  file_descriptor read_end;
  file_descriptor write_end;
};

tl::expected<output_pipe, int> make_output_pipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return tl::unexpected(errno);
  output_pipe made{file_descriptor(fds[0]), file_descriptor(fds[1])};
  // Only this end: the flag belongs to the pipe's end, and programs do not expect it on their stdout.
  if (::fcntl(fds[0], F_SETFL, O_NONBLOCK) != 0) return tl::unexpected(errno);
  return made;
}

/// What happens to the files of the child between fork and exec.
class file_actions {
public:
  file_actions(const process_spec& spec, int out, int err) {
    ::posix_spawn_file_actions_init(&actions_);
    keep(::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
    keep(::posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO));
    keep(::posix_spawn_file_actions_adddup2(&actions_, err, STDERR_FILENO));
    keep(::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1));
    if (!spec.working_directory.empty())
      keep(::posix_spawn_file_actions_addchdir_np(&actions_, spec.working_directory.c_str()));
  }
  file_actions(const file_actions&) = delete;
  file_actions& operator=(const file_actions&) = delete;
  ~file_actions() { ::posix_spawn_file_actions_destroy(&actions_); }

  [[nodiscard]] int error_number() const noexcept { return error_number_; }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

private:
  void keep(int error_number) noexcept {
    if (error_number_ == 0) error_number_ = error_number;
  }

  posix_spawn_file_actions_t actions_;
  int error_number_ = 0;
};

/// A group of its own, and signals as a program expects them, whatever this program has blocked or ignored.
class spawn_attributes {
public:
  spawn_attributes() {
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t set;
    ::sigemptyset(&set);
    ::posix_spawnattr_setsigmask(&attributes_, &set);
    ::sigfillset(&set);
    ::posix_spawnattr_setsigdefault(&attributes_, &set);
  }
  spawn_attributes(const spawn_attributes&) = delete;
  spawn_attributes& operator=(const spawn_attributes&) = delete;
  ~spawn_attributes() { ::posix_spawnattr_destroy(&attributes_); }

  [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &attributes_; }

private:
  posix_spawnattr_t attributes_;
};

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

tl::expected<spawned_process, int> spawn(const process_spec& spec) {
  if (spec.argv.empty()) return tl::unexpected(EINVAL);
  auto out = make_output_pipe();
  if (!out) return tl::unexpected(out.error());
  auto err = make_output_pipe();
  if (!err) return tl::unexpected(err.error());
  const file_actions actions(spec, out->write_end.get(), err->write_end.get());
  if (actions.error_number() != 0) return tl::unexpected(actions.error_number());
  const spawn_attributes attributes;
  const auto arguments = exec_list(spec.argv);
  const auto variables = exec_list(spec.environment);

  spawned_process started;
  started.began = boot_ticks_now();
  const int refused =
    ::posix_spawn(&started.pid, arguments.front(), actions.get(), attributes.get(), arguments.data(), variables.data());
  if (refused != 0) return tl::unexpected(refused);
  started.exit_readable = file_descriptor(::pidfd_open(started.pid, 0));
  if (!started.exit_readable) {
    const int error_number = errno;
    (void)kill_group_and_reap(started.pid);
    return tl::unexpected(error_number);
  }
  started.out = std::move(out->read_end);
  started.err = std::move(err->read_end);
  return started;
}

reaped_process kill_group_and_reap(pid_t pid) {
  ::kill(-pid, SIGKILL);
  siginfo_t state{};
  rusage used{};
  // glibc's waitid has no parameter for the usage, the system call has.
  while (::syscall(SYS_waitid, P_PID, pid, &state, WEXITED, &used) != 0 && errno == EINTR) {
  }
  return {.was_signalled = state.si_code != CLD_EXITED,
          .status = state.si_status,
          .usage = {.user = duration_of(used.ru_utime),
                    .system = duration_of(used.ru_stime),
                    .max_rss_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024}};
}

} // namespace sys
