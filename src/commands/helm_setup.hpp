#pragma once

#include "cli/options.hpp"
#include "core/releases/helm_command.hpp"
#include "kube/access/cluster.hpp"

namespace commands {

/// The setup of Helm for an operator with these options: which Helm, its records, and the identity of the
/// platform. Looks for the program on disk.
[[nodiscard]] core::releases::helm_setup helm_setup_of(const cli::start_options& options,
                                                       const kube::access::cluster& cluster);

} // namespace commands
