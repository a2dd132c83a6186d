#pragma once

#include "cli/options.hpp"

namespace commands {

/// Runs `addon-operator webhooks remove`. @returns the exit code: 0; 1: the cluster cannot be found, the API
/// server refuses, or a configuration belongs to another operator
int run_webhooks_remove(const cli::webhooks_remove_command& command);

} // namespace commands
