#pragma once

#include "cli/options.hpp"

namespace cli {

/// Reads a trace file and tells what has led to a run, a value, a release, or to a module that is not enabled.
/// @returns the text for stdout with code 0; or code 1 and why there is no answer
[[nodiscard]] exit_with run(const trace_why_command& x);

} // namespace cli
