#pragma once

#include <cstdint>
#include <string>

namespace sys::process {

/// The files with the limits of groups of processes (cgroups(7), version 1 and 2).
struct memory_limit_places {
  std::string groups = "/sys/fs/cgroup";       ///< the mounted tree
  std::string own_group = "/proc/self/cgroup"; ///< names the group of this process
};

/// The memory in bytes that this process may use at most: the lowest limit of its group and of the groups
/// above it, or all of the machine's memory if there is no limit.
[[nodiscard]] std::uint64_t memory_limit(const memory_limit_places& at = {});

} // namespace sys::process
