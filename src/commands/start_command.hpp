#pragma once

#include "cli/options.hpp"

namespace commands {

/// The largest number of threads of the operator, with a credential plugin and an export of traces. Processes
/// of hooks and Helm are not in it.
inline constexpr unsigned operator_threads = 18;

/// Runs the operator until a signal ends it. @returns the exit code: 0 after an orderly stop, 1 if it could
/// not start or its stop takes too long, 128 + signal after a second signal.
[[nodiscard]] int run_start_command(const cli::start_options& options);

} // namespace commands
