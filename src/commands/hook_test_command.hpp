#pragma once

#include "cli/options.hpp"

namespace commands {

/// Plays saved cases of hooks and compares their outcomes: `addon-operator hook test [PATH...]`. Blocks until
/// all cases have ended.
/// @returns the exit code: 0: all cases have passed; 1: a case has failed; 2: a case cannot be used.
[[nodiscard]] int run_hook_test_command(const cli::hook_test_options& options);

} // namespace commands
