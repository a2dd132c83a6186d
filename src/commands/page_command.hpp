#pragma once

#include "cli/options.hpp"

namespace commands {

/// Serves the live page of a running operator on a loopback address, until SIGINT or SIGTERM ends the
/// program.
/// @returns only if the address cannot be used: code 1 and the reason
[[nodiscard]] cli::exit_with run_page_command(const cli::page_command& x);

} // namespace commands
