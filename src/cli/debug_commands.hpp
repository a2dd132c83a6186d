#pragma once

#include "cli/options.hpp"

namespace cli {

/// Asks a running operator and prints its answer. YAML and text are made here from its JSON: the tree of a long answer
/// belongs into this process, not into the operator's.
/// @returns the text for stdout with code 0; or code 1 and why there is no answer: nobody listens (with the next step),
/// or the operator's own words.
[[nodiscard]] exit_with run(const debug_command& x);

} // namespace cli
