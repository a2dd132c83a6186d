#pragma once

#include "cli/options.hpp"

namespace cli {

/// Writes the events that a running operator still has of its run.
/// @returns the trace file for stdout, or an empty text if it was written to a file; or code 1 and the reason
[[nodiscard]] exit_with run(const trace_dump_command& x);

} // namespace cli
