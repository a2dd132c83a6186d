#pragma once

#include "cli/options.hpp"

namespace cli {

/// Reads two trace files and compares the runs.
/// @returns the text for stdout with code 0; or code 1 and the file that cannot be read or compared
[[nodiscard]] exit_with run(const trace_diff_command& x);

} // namespace cli
