#pragma once

#include "cli/options.hpp"

namespace commands {

/// Prints the rights that the modules and hooks of a platform need, as values of the operator's chart:
/// `addon-operator rbac DIR`. Runs the hooks with `--config` and renders the charts; needs no cluster. Blocks
/// until that is done.
/// @returns the exit code: 0; 1: the output lacks rights of a hook or chart, which stderr names; 2: the
///   platform, the values, Helm or the directory for temporary files cannot be used.
[[nodiscard]] int run_rbac_command(const cli::rbac_options& options);

} // namespace commands
