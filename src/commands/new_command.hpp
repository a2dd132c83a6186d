#pragma once

#include "cli/options.hpp"

namespace commands {

/// Writes the files of a new platform, module or hook: `addon-operator new WHAT NAME`. An existing file is
/// never overwritten: if one of the files is there, no file is written.
/// @returns the exit code: 0; 1: a file is there already, or cannot be written; 2: the name cannot be used.
[[nodiscard]] int run_new_command(const cli::new_options& options);

} // namespace commands
