#include "actors/releases/kept_revisions.hpp"

#include "actors/messages/supervisor.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::releases {

kept_revisions::kept_revisions(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
                               const record_client& records, const core::releases::helm_setup& setup)
  : self_(self), supervisor_(std::move(supervisor)), records_(records),
    default_max_(setup.is_history_max_given ? 0 : setup.history_max) {}

std::optional<unsigned> kept_revisions::bound_of(const std::string& release) {
  const auto count = records_.known().count(release);
  if (default_max_ == 0 || count <= default_max_) return std::nullopt;
  // Once, because all releases have the same reason.
  if (!std::exchange(is_reported_, true)) {
    auto line = fmt::format(
      "release '{}' has {} revisions, and --helm-history-max is not given, whose default is {}: the operator keeps as "
      "many revisions of each release as there are. Give --helm-history-max (or HELM_HISTORY_MAX)",
      release, count, default_max_);
    sys::log::log_warning("release_history_kept", {{"release", release}, {"hint", line}});
    self_->tell(supervisor_, messages::module_state_changed{{}, "history of releases", std::move(line)});
  }
  return static_cast<unsigned>(count);
}

} // namespace actors::releases
