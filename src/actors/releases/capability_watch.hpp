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

/// A text with the content of `.Capabilities`.
[[nodiscard]] std::string capabilities_text(const messages::cluster_described& x);

[[nodiscard]] core::releases::kind_doubt kind_doubt_of(const messages::cluster_described& x);

/// Runs a module again when the API server's kinds differ from the kinds that its chart has seen. A part of
/// HELM.
///
/// If a chart uses `.Capabilities`, its objects depend on the kinds that the API server serves. While such a
/// chart exists, HELM waits for changes of the kinds, and runs each module that would see a difference. Kinds
/// of the last revision count as served until their absence is confirmed, so that an upgrade does not remove
/// objects because of an incomplete discovery.
class capability_watch {
public:
  capability_watch(framework::actor_base<messages::helm_actor>* self, helm_peers peers);

  /// Notes the capabilities with which the chart of a release was rendered.
  /// @param cluster nullopt: the chart does not use them
  void note(const std::string& release, const std::optional<messages::cluster_described>& cluster);
  /// Notes that an upgrade is held because kinds are in doubt. The module runs again when the doubt changes.
  void hold(const std::string& release, const messages::cluster_described& cluster);
  /// Forgets a release that is removed.
  void forget(const std::string& release);
  /// Compares again, because the absence of kinds may be confirmed now.
  void compare_missing();

private:
  void await_kinds();
  void await_confirmation(const messages::cluster_described& x);
  void compare();
  void run_for(const messages::cluster_described& now);
  void run_held_for(const messages::cluster_described& now);

  framework::actor_base<messages::helm_actor>* self_;
  helm_peers peers_;
  /// Release -> digest of the capabilities that its chart has seen. Bound: an entry for each module.
  std::map<std::string, std::string> shown_;
  std::map<std::string, core::releases::kind_doubt> held_; ///< releases with a held upgrade
  bool are_kinds_awaited_ = false;
  bool is_confirmation_awaited_ = false; ///< a reminder for the absence of kinds is pending
};

} // namespace actors::releases
