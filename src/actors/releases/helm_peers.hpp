#pragma once

#include "actors/messages/interfaces.hpp"

namespace actors::releases {

/// The actors to which HELM sends messages.
struct helm_peers {
  messages::supervisor_actor supervisor;
  messages::hook_runner_actor runner;
  messages::kube_client_actor kube;
  messages::metrics_actor metrics;
  messages::kind_watcher_actor kinds;
  messages::values_store_actor values;
};

} // namespace actors::releases
