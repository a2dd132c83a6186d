#pragma once

#include "actors/supervision/running_operator.hpp"
#include "cli/options.hpp"

namespace commands {

/// Adds the HTTPS listener for webhooks of hooks. A certificate that cannot be used may come later. An authority
/// of clients that cannot be used is no reason not to start: hooks with webhooks are refused then, with this
/// reason.
void add_webhook_listener(const cli::start_options& options, actors::supervision::running_operator_options& run);

} // namespace commands
