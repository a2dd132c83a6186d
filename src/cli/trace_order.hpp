#pragma once

#include "cli/options.hpp"

namespace cli {

/// Reads a trace file and shows the run in order (LIFECYCLE-STEPS). Bad lines are named at the end.
/// @returns the text for stdout with code 0, or the reason why the file cannot be read with code 1.
[[nodiscard]] exit_with run(const trace_order_command& x);

} // namespace cli
