#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace sys::process {

/// The variable that every process of an operator carries and its children inherit. Its value is the
/// operator's own directory. The name of this directory was never used before, so a process with this value
/// belongs to that operator.
inline constexpr const char* owner_variable = "ADDON_OPERATOR_DIRECTORY";

struct ended_survivors {
  std::size_t killed = 0;
  std::size_t left = 0; ///< processes that have not ended after SIGKILL
};

/// Kills the processes of this user that carry that directory as their owner, and waits for their ends. A
/// process is found by the environment of its start and not by a number, so no other process is killed. A
/// process that was started without its parent's environment is not found. Blocks, `limit` at most.
/// Why so: docs/decisions/children-die-with-the-operator.md
[[nodiscard]] ended_survivors end_survivors(const std::string& directory, std::chrono::milliseconds limit);

} // namespace sys::process
