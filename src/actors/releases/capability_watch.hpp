#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/releases/helm_peers.hpp"
#include "core/releases/kind_doubt.hpp"

#include <map>
#include <optional>
#include <string>

namespace actors::releases {

/// The content of `.Capabilities`, as a text.
[[nodiscard]] std::string capabilities_text(const messages::cluster_described& x);

[[nodiscard]] core::releases::kind_doubt kind_doubt_of(const messages::cluster_described& x);

/// Runs modules again when the API server serves other kinds than their charts have seen. A part of HELM.
///
/// The objects of a chart that asks for `.Capabilities` depend on the kinds that the API server serves at
/// that time. While such a chart exists, HELM waits for changes of the kinds, and runs each module whose
/// chart would see a difference. The kinds of the last revision count as served until the API server confirms
/// that they are gone: an upgrade must not remove objects because a discovery was incomplete.
class capability_watch {
public:
  capability_watch(framework::actor_base<messages::helm_actor>* self, helm_peers peers);

  /// Remembers the capabilities of the cluster that decided the chart of a release.
  /// @param cluster nullopt: the chart sees none
  void note(const std::string& release, const std::optional<messages::cluster_described>& cluster);
  /// An upgrade of the release is held, because kinds are in doubt. The module runs again when the doubt is
  /// another one.
  void hold(const std::string& release, const messages::cluster_described& cluster);
  /// The release is removed.
  void forget(const std::string& release);
  /// Compares again, after the time in which the absence of kinds may have been confirmed.
  void compare_missing();

private:
  void await_kinds();
  void await_confirmation(const messages::cluster_described& x);
  void compare();
  void run_for(const messages::cluster_described& now);
  void run_held_for(const messages::cluster_described& now);

  framework::actor_base<messages::helm_actor>* self_;
  helm_peers peers_;
  /// Releases whose chart asks for `.Capabilities` -> digest of what it has seen. Bound: an entry for each
  /// module.
  std::map<std::string, std::string> shown_;
  std::map<std::string, core::releases::kind_doubt> held_; ///< releases with a held upgrade
  bool are_kinds_awaited_ = false;
  bool is_confirmation_awaited_ = false; ///< of the absence of kinds that discovery does not show
};

} // namespace actors::releases
