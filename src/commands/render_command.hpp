#pragma once

#include "cli/options.hpp"

namespace commands {

/// Renders the chart of a module on disk and prints its objects: `addon-operator module render NAME --values
/// FILE`. Needs neither an operator nor a cluster. Blocks until Helm has ended.
/// @returns the exit code: 0; 1: Helm has failed; 2: Helm was not started, because the file, the modules, the
///   values, the chart or the program of Helm cannot be used.
[[nodiscard]] int run_render_command(const cli::render_options& options);

} // namespace commands
