#include "support/processes.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/files/files.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

namespace test {

std::vector<process_entry> child_processes() {
  std::vector<process_entry> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    const auto stat = sys::files::read_file(entry.path() / "stat").value_or("");
    const auto open = stat.find('(');
    const auto close = stat.rfind(')');
    if (close == std::string::npos) continue; // no process, or a process that has just gone
    process_entry x;
    pid_t parent = 0;
    x.name = stat.substr(open + 1, close - open - 1);
    if (std::sscanf(stat.c_str() + close + 1, " %c %d", &x.state, &parent) != 2 || parent != ::getpid()) continue;
    x.id = std::stoi(stat);
    children.push_back(std::move(x));
  }
  return children;
}

namespace {

/// Whether a child ends while the test waits for the effect of a signal that was sent before.
bool ends_soon(pid_t child) {
  constexpr int patience_ms = 5000;
  const sys::files::file_descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  pollfd ended{.fd = handle.get(), .events = POLLIN, .revents = 0};
  return ::poll(&ended, 1, patience_ms) == 1 && ::waitpid(child, nullptr, WNOHANG) == child;
}

} // namespace

std::vector<process_entry> children_left_behind() {
  std::vector<process_entry> left;
  for (auto& child : child_processes())
    if (!ends_soon(child.id)) left.push_back(std::move(child));
  return left;
}

void adopt_orphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

} // namespace test
