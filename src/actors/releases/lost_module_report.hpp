#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/helm_peers.hpp"
#include "cluster/records/known_releases.hpp"
#include "core/values/value_source.hpp"

#include <set>
#include <string>

namespace actors::releases {

/// Reports a module that was lost: the last revision of a release had found the module in
/// `global.enabledModules`, the module is off since the start, and no written setting switches it off. Only a
/// module without a release is reported here; a release of its own would show the loss. A part of HELM.
class lost_module_report {
public:
  lost_module_report(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
                     const cluster::records::known_releases& known)
    : self_(self), supervisor_(std::move(supervisor)), known_(known) {}

  /// Compares the last revision of the release, if its record was read, with the modules of this moment.
  void look_at(const std::string& release, const core::values::value_standing& now);

private:
  framework::actor_base<messages::helm_actor>* self_;
  messages::supervisor_actor supervisor_;
  const cluster::records::known_releases& known_;
  std::set<std::string> named_; ///< each is named once. Bound: the modules that records name
};

} // namespace actors::releases
