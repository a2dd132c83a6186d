#pragma once

#include "actors/messages/debug.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/supervision/operator_parts.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "actors/watches/watch_room.hpp"
#include "base/portioned_work.hpp"
#include "core/tasks/retry_wait.hpp"

#include <memory>
#include <string>

namespace actors::supervision {

/// Finds the actors of an operator, and spawns queues and informers at the first request. A part of the
/// SUPERVISOR.
class peer_registry {
public:
  peer_registry(framework::actor_base<messages::supervisor_actor>* self, std::shared_ptr<const operator_setup> setup);

  /// Spawns all actors except queues and informers. Called once, before all other functions.
  void spawn();

  /// Access to the actors: `peers->values`.
  const operator_parts* operator->() const noexcept { return &parts_; }

  [[nodiscard]] messages::queue_actor queue(const std::string& name);
  [[nodiscard]] messages::informer_actor informer(const messages::watch_spec& spec);
  /// Names the queues and the parts that a status is gathered from.
  void name_in(messages::status_described& x) const;
  /// @param module empty: the global hooks
  [[nodiscard]] messages::hook_owner_found hook_owner(const std::string& module) const;

  /// The queues, the VALUES STORE, the RELEASE WATCHER, HELM, and the directories of the modules. The caller
  /// adds the facts of the discovery.
  [[nodiscard]] messages::actors_found all() const;

  /// Removes an informer that has no subscriptions any more.
  void forget_informer(const messages::watch_state_changed& x) { parts_.informers.forget(x.key, x.informer); }
  /// Lets all queues try failed tasks earlier if the event `by` may have repaired their failures.
  void bring_tries_forward(const core::tasks::repair_variant& by) const;
  /// Lets no further task begin.
  void drain_queues() const;
  /// Ends all actors at once; unhandled messages are lost.
  void stop() const { stop_parts(parts_); }

private:
  framework::actor_base<messages::supervisor_actor>* self_;
  std::shared_ptr<const operator_setup> setup_;
  operator_parts parts_;
  base::long_works_ptr long_works_ = std::make_shared<base::long_works>();
  watches::watch_room_ptr room_;
};

} // namespace actors::supervision
