#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace test {

/// A process as `/proc/PID/stat` shows it (proc(5)).
struct process_entry {
  pid_t id = 0;
  std::string name; ///< of the program, cut after 15 bytes
  char state = 0;   ///< `Z`: it has ended and its parent has not asked yet
};

/// The processes whose parent is this one.
[[nodiscard]] std::vector<process_entry> child_processes();

/// From now on descendants whose parent ends become children of this process, so that `child_processes` shows what a
/// program has left behind.
void adopt_orphans();

} // namespace test
