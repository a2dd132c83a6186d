#pragma once

#include "cli/options.hpp"

namespace commands {

/// Prints the faults of a platform on disk that an operator would refuse, meet or pass over:
/// `addon-operator lint DIR`. Runs the hooks with `--config` and renders the charts; needs no cluster. Blocks
/// until that is done.
/// @returns the exit code: 0: no errors; 1: errors; 2: the platform could not be examined.
[[nodiscard]] int run_lint_command(const cli::lint_options& options);

} // namespace commands
