#include "sys/process/survivors_of_operator.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/files/files.hpp"

#include <poll.h>
#include <sys/types.h>
#include <unistd.h>
extern "C" { // the header of glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace sys::process {

namespace {

/// True if the environment, texts that end with zero bytes, has this variable.
bool contains(std::string_view environment, std::string_view variable) {
  while (!environment.empty()) {
    const auto end = environment.find('\0');
    if (environment.substr(0, end) == variable) return true;
    if (end == std::string_view::npos) break;
    environment.remove_prefix(end + 1);
  }
  return false;
}

/// False for processes of the kernel and for ended processes.
bool has_program(const std::string& process) {
  std::error_code failed;
  return !std::filesystem::read_symlink(process + "/exe", failed).empty();
}

/// Whether a process carries the variable. While a process changes into another program (execve), it has no
/// environment for a moment, and the kernel does not report the end of that moment. So a process without an
/// environment is looked at again. The number of looks is limited, because a few processes never have an
/// environment.
bool carries(pid_t id, std::string_view variable) {
  constexpr int looks_max = 300;
  const auto process = "/proc/" + std::to_string(id);
  for (int i = 0; i < looks_max; ++i) {
    if (i > 0) std::this_thread::yield();
    // A C++ stream would throw if the process ended between opening and reading, so the file is read by
    // system calls.
    const auto environment = files::read_file(process + "/environ");
    if (!environment) return false;
    if (!environment->empty()) return contains(*environment, variable);
    if (!has_program(process)) return false;
  }
  return false;
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> ids;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const auto name = entry.path().filename().string();
    pid_t id = 0;
    if (const auto parsed = std::from_chars(name.data(), name.data() + name.size(), id);
        parsed.ec == std::errc{} && parsed.ptr == name.data() + name.size() && id != ::getpid())
      ids.push_back(id);
  }
  return ids;
}

/// Kills the processes that carry the variable now. Before a process is looked at, a descriptor for it is
/// opened, so exactly this process is killed, and not a later process with the same number.
std::vector<files::file_descriptor> kill_those_that_carry(std::string_view variable) {
  std::vector<files::file_descriptor> killed;
  for (const auto id : all_processes()) {
    files::file_descriptor process(::pidfd_open(id, 0));
    if (process && carries(id, variable) && ::pidfd_send_signal(process.get(), SIGKILL, nullptr, 0) == 0)
      killed.push_back(std::move(process));
  }
  return killed;
}

using steady = std::chrono::steady_clock;

/// @returns how many of them have not ended by that time.
std::size_t await_ends(const std::vector<files::file_descriptor>& processes, steady::time_point until) {
  return static_cast<std::size_t>(std::count_if(processes.begin(), processes.end(), [until](const auto& process) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady::now()).count();
    pollfd end{process.get(), POLLIN, 0};
    return ::poll(&end, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) != 1;
  }));
}

} // namespace

ended_survivors end_survivors(const std::string& directory, std::chrono::milliseconds limit) {
  const auto variable = std::string(owner_variable) + "=" + directory;
  const auto until = steady::now() + limit;
  ended_survivors all;
  // A process may have started another just before it was killed: repeat until no process is found.
  do {
    const auto killed = kill_those_that_carry(variable);
    if (killed.empty()) break;
    all.killed += killed.size();
    all.left = await_ends(killed, until);
  } while (all.left == 0 && steady::now() < until);
  return all;
}

} // namespace sys::process
