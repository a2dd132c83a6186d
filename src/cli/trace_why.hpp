#pragma once

#include "cli/options.hpp"

namespace cli {

/// Reads a trace file and reports the causes of a run, a value or a release, or why a module is not enabled.
/// @returns the text for stdout with code 0; or code 1 and the reason why there is no answer
[[nodiscard]] exit_with run(const trace_why_command& x);

} // namespace cli
