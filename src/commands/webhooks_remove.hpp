#pragma once

#include "cli/options.hpp"

namespace commands {

/// Runs `addon-operator webhooks remove`. @returns the exit code
int run_webhooks_remove(const cli::webhooks_remove_command& command);

} // namespace commands
