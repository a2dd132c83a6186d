#pragma once

#include "cli/options.hpp"

namespace commands {

/// Prints the changes that a platform on disk would make in a cluster: `addon-operator plan DIR`. Reads the
/// cluster, and plays the platform against a copy of it in memory. Blocks until that is done.
/// @returns the exit code: 0: nothing changes; 2: changes; 1: the plan could not be made, or is not complete
///   and shows no change; 128 + signal after a signal.
[[nodiscard]] int run_plan_command(const cli::plan_options& options);

} // namespace commands
