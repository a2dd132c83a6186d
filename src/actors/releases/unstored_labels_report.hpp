#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"

#include <optional>
#include <string>

namespace actors::releases {

/// Reports labels that the operator has written to records of releases and that the API server has not
/// stored: once in the log, and on /readyz as long as it is so. A part of HELM.
class unstored_labels_report {
public:
  unstored_labels_report(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
                         const record_client& records)
    : self_(self), supervisor_(std::move(supervisor)), records_(records) {}

  /// Looks at all known releases. To be called at the end of each work on a release.
  void look();

private:
  framework::actor_base<messages::helm_actor>* self_;
  messages::supervisor_actor supervisor_;
  const record_client& records_;
  std::optional<std::string> reported_; ///< the line on /readyz
  bool is_logged_ = false;
};

} // namespace actors::releases
