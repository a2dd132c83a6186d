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

/// The children of this process.
[[nodiscard]] std::vector<process_entry> child_processes();

/// From now on descendants whose parent ends become children of this process.
void adopt_orphans();

/// The children of this process that do not end by themselves soon: after `adopt_orphans`, the processes that
/// an ended program has left behind. Ended children are reaped, so no other part of this process may wait for
/// a child meanwhile.
[[nodiscard]] std::vector<process_entry> children_left_behind();

} // namespace test
