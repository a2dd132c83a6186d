#pragma once

#include "actors/leadership/election.hpp"
#include "base/error.hpp"
#include "base/lead_permit.hpp"
#include "cli/options.hpp"
#include "kube/api/transport.hpp"
#include "sys/process/guard_process.hpp"

#include <memory>
#include <string>
#include <vector>

namespace commands {

/// The permit of an operator that is elected; null without `--leader-election`.
/// @param helm_environment gets the variable by which the Helm that stays finds the permit: it asks it before
/// a request leaves that may change the cluster (src/helm_worker/worker/permit.go)
[[nodiscard]] base::result<std::shared_ptr<base::lead_permit>> permit_of(const cli::start_options& options,
                                                                         std::vector<std::string>& helm_environment);

/// The election among the replicas, by the Lease of the predecessor: so both never work at once.
/// @param transport carries the requests for the Lease only
/// @param guard ends this process at the end of its lead
[[nodiscard]] actors::leadership::election election_of(const cli::start_options& options,
                                                       std::shared_ptr<base::lead_permit> permit,
                                                       std::shared_ptr<kube::api::transport> transport,
                                                       std::shared_ptr<sys::process::guard> guard);

} // namespace commands
