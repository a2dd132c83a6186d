#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/releases/helm_peers.hpp"
#include "actors/releases/record_client.hpp"
#include "core/releases/cluster_identity.hpp"
#include "core/releases/release_ownership.hpp"

#include <functional>
#include <optional>
#include <string>

namespace actors::releases {

/// Knows in which cluster the operator runs, and notices releases that were restored from another cluster. A
/// part of HELM.
class place_watch {
public:
  place_watch(framework::actor_base<messages::helm_actor>* self, const helm_peers& peers, const record_client& records,
              core::releases::platform_identity platform);

  /// Reads the uids anew, then calls `then`. An object that cannot be read keeps its last uid.
  void read(std::function<void()> then);
  [[nodiscard]] const core::releases::cluster_identity& now() const noexcept { return now_; }
  /// Compares with the known records, and reports a restore once, and its end.
  void look();

private:
  framework::actor_base<messages::helm_actor>* self_;
  messages::kube_client_actor kube_;
  messages::supervisor_actor supervisor_;
  messages::hook_runner_actor runner_;
  const record_client& records_;
  core::releases::platform_identity platform_;
  core::releases::cluster_identity now_;
  std::optional<std::string> reported_;
};

} // namespace actors::releases
