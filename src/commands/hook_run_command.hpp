#pragma once

#include "cli/options.hpp"

namespace commands {

/// Runs a hook once and prints its effects: `addon-operator hook run FILE`. Needs no operator and no cluster.
/// Blocks until the hook has ended.
/// @returns the exit code: 0: an operator would take the run for a success; 1: it would not; 2: the hook
///   cannot be run.
[[nodiscard]] int run_hook_run_command(const cli::hook_run_options& options);

} // namespace commands
