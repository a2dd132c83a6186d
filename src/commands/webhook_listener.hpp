#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "actors/supervision/running_operator.hpp"
#include "cli/options.hpp"
#include "kube/access/cluster.hpp"

namespace commands {

/// Adds the HTTPS listener for webhooks of hooks. A certificate that cannot be used may come later. If an
/// authority of clients cannot be used, the operator starts, and refuses hooks with webhooks for this reason.
void add_webhook_listener(const cli::start_options& options, actors::supervision::running_operator_options& run);

/// Lets the operator register webhooks in the API server. The listener shows the certificate of the options'
/// files if the certificate exists, a user has named the files, or cert-manager injects their authority; else
/// a certificate that the operator makes.
/// @pre `add_webhook_listener` was called with the same `run`
void add_webhook_registration(const cli::start_options& options,
                              const actors::supervision::running_operator_options& run,
                              const kube::access::cluster& cluster, actors::supervision::operator_setup& setup);

} // namespace commands
