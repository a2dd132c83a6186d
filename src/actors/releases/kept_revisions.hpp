#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"
#include "core/releases/helm_command.hpp"

#include <optional>
#include <string>

namespace actors::releases {

/// Keeps revisions that an operator with a larger `--helm-history-max` has left, if the option is missing
/// now. A part of HELM.
class kept_revisions {
public:
  kept_revisions(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
                 const record_client& records, const core::releases::helm_setup& setup);

  /// The number of revisions to keep with the next upgrade of the release; nullopt: as
  /// `helm_setup::history_max` says. The first release with more revisions than the default is named in the
  /// log and on /readyz, before Helm removes a revision.
  [[nodiscard]] std::optional<unsigned> bound_of(const std::string& release);

private:
  framework::actor_base<messages::helm_actor>* self_;
  messages::supervisor_actor supervisor_;
  const record_client& records_;
  unsigned default_max_; ///< 0: revisions are kept without a limit, or the option is given
  bool is_reported_ = false;
};

} // namespace actors::releases
