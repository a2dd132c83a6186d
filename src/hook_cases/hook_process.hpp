#pragma once

#include "actors/messages/hook_runner.hpp"
#include "base/error.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/process.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hook_cases {

/// The end of a hook's process.
struct ended_hook {
  base::result<void> result;                  ///< failure: how it has ended, or a file that cannot be read
  std::optional<int> exit_code{};             ///< nullopt: it was not started, or a signal has ended it
  std::string doubt{};                        ///< see `core::hooks::run_words`; may be empty
  std::vector<std::string> printed{};         ///< lines of stdout and stderr in the order of their arrival
  std::map<std::string, std::string> files{}; ///< contents of its output files, by variable
  std::chrono::microseconds duration{0};
};

/// Where and for how long a hook runs.
struct hook_surroundings {
  sys::process::process_starter& processes;
  const sys::files::temp_dir& tmp;
  std::vector<std::string> environment; ///< of this program, `NAME=value`
  std::chrono::milliseconds limit;      ///< after which the hook and its descendants are killed
};

/// Runs a hook with its files, as the operator does: the same command, files and variables. Blocks until the
/// process has ended. The hook gets a `$KUBECONFIG` without a cluster, so that a run never changes the
/// cluster of its author.
/// @param program by `actors::processes::hook_program`; also reads back the answers to reviews
[[nodiscard]] ended_hook run_hook_process(const actors::messages::run_program& program,
                                          const hook_surroundings& around);

} // namespace hook_cases
