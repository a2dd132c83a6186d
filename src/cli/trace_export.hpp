#pragma once

#include "cli/options.hpp"

namespace cli {

/// Writes a run for a viewer: a page of its own, or a file for Perfetto. The file has mode 0600.
/// @returns the path for stdout, or with `-` the content itself; or code 1 and the reason
[[nodiscard]] exit_with run(const trace_export_command& x);

} // namespace cli
