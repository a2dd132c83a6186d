#pragma once

#include "cli/options.hpp"

namespace cli {

/// Reads a trace file, or asks the running operator, and shows the run in order (LIFECYCLE-STEPS), or its
/// first broken rule. Bad lines are named on stderr.
/// @returns the text for stdout with code 0; or code 1 with the broken rule, or with the reason why the trace
///   cannot be read or shown.
[[nodiscard]] exit_with run(const trace_order_command& x);

} // namespace cli
