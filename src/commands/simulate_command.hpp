#pragma once

#include "cli/options.hpp"

namespace commands {

/// Plays the days and prints the result of each step. @returns the exit code: 0 if all steps went as
/// expected, 1 if a step did not, 2 if a day, the modules or the trace file cannot be used, 128 + signal
/// after a signal.
[[nodiscard]] int run_simulate_command(const cli::simulate_options& options);

} // namespace commands
