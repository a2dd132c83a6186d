#pragma once

#include "actors/messages/interfaces.hpp"

namespace actors::releases {

/// Whom HELM talks to.
struct helm_peers {
  messages::supervisor_actor supervisor;
  messages::hook_runner_actor runner;
  messages::kube_client_actor kube;
  messages::metrics_actor metrics;
  messages::kind_watcher_actor kinds;
};

} // namespace actors::releases
