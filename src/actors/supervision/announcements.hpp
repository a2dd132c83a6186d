#pragma once

#include "actors/supervision/kubernetes_event_writes.hpp"
#include "actors/supervision/lead_gate.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/status/platform_news.hpp"

#include <optional>

namespace actors::supervision {

/// Announces news about the platform by Kubernetes Events, if the options of the operator want Events. A
/// replica that does not lead leaves this to the leader, which has the same news. A part of the SUPERVISOR.
class announcements {
public:
  announcements(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                const operator_setup& setup, const lead_gate& gate)
    : gate_(gate) {
    if (setup.has_kubernetes_events && !setup.is_shell_operator)
      writes_.emplace(self, peers, event_places{setup.namespace_name, setup.config_map, setup.deployment});
  }

  /// Notes facts by `note(core::status::platform_news&)`, and announces the news among them.
  template <class Note>
  void note(Note note) {
    if (!writes_) return;
    note(news_);
    if (auto news = news_.take(); !news.empty() && gate_.leads()) writes_->write(std::move(news));
  }

private:
  const lead_gate& gate_;
  std::optional<kubernetes_event_writes> writes_; ///< empty: no Events are written
  core::status::platform_news news_;
};

} // namespace actors::supervision
