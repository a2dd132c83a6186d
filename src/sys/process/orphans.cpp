#include "sys/process/orphans.hpp"

#include "sys/process/process_variable.hpp"
#include "sys/process/wait_readable.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
extern "C" { // the header of glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace sys::process {

namespace {

/// All children of this process. Linux lists them by thread only; an adopted child may belong to any thread.
std::vector<pid_t> children_of_this_process() {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream children(task.path() / "children");
    for (pid_t id = 0; children >> id;) found.push_back(id);
  }
  return found;
}

bool has_children() {
  siginfo_t ignored{};
  return ::waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

bool has_ended(pid_t id) {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG) != 0)
    if (errno != EINTR) return true; // another part of the program has waited for it
  return info.si_pid != 0;
}

} // namespace

void adopt_orphans() noexcept {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void orphans::look(const own_function& is_own, const present_runs& runs) {
  do {
    find(is_own);
    kill_those_of_ended(runs);
    // An orphan that has ended meanwhile may have left children: they are here now.
  } while (reap() > 0);
}

std::vector<pid_t> orphans::end_all(const own_function& is_own, std::chrono::steady_clock::time_point deadline) {
  const auto is_awaited = [](const auto& x) { return x.second.now == state::killed; };
  for (;;) {
    find(is_own);
    kill_those_of_ended({});
    // Each orphan that has ended may have left children, so the search begins anew.
    if (reap() > 0) continue;
    const auto next = std::find_if(known_.begin(), known_.end(), is_awaited);
    if (next == known_.end()) return {};
    if (becomes_readable(next->second.exit_readable.get(), deadline)) continue;
    std::vector<pid_t> left;
    for (const auto& x : known_)
      if (is_awaited(x)) left.push_back(x.first);
    return left;
  }
}

void orphans::find(const own_function& is_own) {
  // Nearly all runs end while no other run is under way and leave no orphan behind: then a single system call
  // is enough.
  if (!has_children()) return;
  for (const auto id : children_of_this_process()) {
    if (is_own(id)) continue;
    const auto [found, is_new] = known_.try_emplace(id);
    if (!is_new) continue;
    auto& added = found->second;
    added.start = start_of_process(id).value_or(0);
    // If the kernel gives no descriptor, the end of the orphan is noticed at the next look.
    added.exit_readable = files::file_descriptor(::pidfd_open(id, 0));
    if (added.exit_readable) watch_(added.exit_readable.get(), id);
  }
}

// The kernel gives the number of a child to no other process before the child has been waited for, so the
// number is safe to kill.
void orphans::kill_those_of_ended(const present_runs& runs) {
  for (auto& [id, x] : known_) {
    if (x.now != state::spared) continue;
    // While a process changes into another program it has no environment for a moment.
    if (x.run.empty() && x.looks_left > 0) {
      --x.looks_left;
      x.run = variable_of_process(id, run_variable);
    }
    const bool may_be_of_present = runs.oldest && x.start >= *runs.oldest;
    if (may_be_of_present && (x.run.empty() || !runs.has_ended(x.run))) continue;
    // A program that runs as another user (set-user-ID) may not be killed, and is not waited for.
    x.now = ::kill(id, SIGKILL) == 0 ? state::killed : state::out_of_reach;
  }
}

std::size_t orphans::reap() {
  return std::erase_if(known_, [](const auto& x) { return has_ended(x.first); });
}

} // namespace sys::process
