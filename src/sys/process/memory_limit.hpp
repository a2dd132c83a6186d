#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sys::process {

/// The files with the limits of groups of processes (cgroups(7), version 1 and 2).
struct memory_limit_places {
  std::string groups = "/sys/fs/cgroup";       ///< the mounted tree
  std::string own_group = "/proc/self/cgroup"; ///< names the group of this process
};

/// The groups in the text of `own_group`, each with its controllers (`memory`; empty in version 2). The path
/// of a group begins with `/`, or is empty for the root of the tree. Lines of another form are left out.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> groups_in(std::string_view own_group);

/// The memory in bytes that this process may use at most: the lowest limit of its group and of the groups
/// above it, or all of the machine's memory if there is no limit.
[[nodiscard]] std::uint64_t memory_limit(const memory_limit_places& at = {});

} // namespace sys::process
