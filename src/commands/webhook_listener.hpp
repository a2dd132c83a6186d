#pragma once

#include "actors/supervision/running_operator.hpp"
#include "cli/options.hpp"

namespace commands {

/// Adds the HTTPS listener for webhooks of hooks. A certificate that cannot be used may come later. If an
/// authority of clients cannot be used, the operator starts, and refuses hooks with webhooks for this reason.
void add_webhook_listener(const cli::start_options& options, actors::supervision::running_operator_options& run);

} // namespace commands
