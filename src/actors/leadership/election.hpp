#pragma once

#include "base/lead_permit.hpp"
#include "cluster/records/lease_requests.hpp"
#include "core/leadership/lease_terms.hpp"
#include "kube/api/transport.hpp"

#include <functional>
#include <memory>
#include <string>

namespace actors::leadership {

/// An election among the replicas of an operator.
struct election {
  cluster::records::lease_place lease;
  std::string identity; ///< of this replica: the same after a restart in its Pod, and of no other Pod
  /// Carries the requests for the Lease only, so that a renewal never waits behind other requests. It does
  /// not ask the permit.
  std::shared_ptr<kube::api::transport> transport;
  std::shared_ptr<base::lead_permit> permit; ///< asked by all that changes the cluster
  /// The clock of the permit, which cannot be set and rises during suspends.
  std::function<core::leadership::instant()> boot_time;
  /// Called with each new end of the lead, after which no process of this operator may live, also if the
  /// operator hangs. 0: the lead has ended in order, so there is no such end any more.
  std::function<void(core::leadership::instant)> on_deadline = [](core::leadership::instant) {};
  core::leadership::lease_terms terms{};
};

} // namespace actors::leadership
