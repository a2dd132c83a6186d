#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/kind_watcher.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/watched_objects.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace actors::watches {

/// The state of the KIND WATCHER, which answers actors that wait for a kind when they should look up the kind
/// again.
///
/// Kinds are added and removed by CustomResourceDefinitions and APIServices. Their metadata are watched from
/// the moment when an actor waits, until a change comes while no actor waits. The API server serves a kind
/// some time after the change that adds it, so a few checks follow each change, with growing waits between
/// them.
/// Why so: docs/decisions/kinds-that-are-not-served-yet.md
class kind_watcher_state {
public:
  using handle_type = messages::kind_watcher_actor;

  kind_watcher_state(framework::actor_base<messages::kind_watcher_actor>* self,
                     const messages::supervisor_actor& supervisor);
  messages::kind_watcher_actor::behavior_type make_behavior();

  framework::promise<messages::kinds_may_have_changed> await(const messages::await_kinds& x);
  void listed(const messages::objects_listed& x);
  void changed(const messages::object_changed& x);
  void wait_over(const messages::kinds_wait_over& x);
  void look_after_outage();

private:
  struct source {
    const char* api_version;
    const char* kind;
    watched_objects<messages::kind_watcher_actor> objects;
  };

  void open();
  void close();
  /// True while a change of kinds could be missed, because a watch does not work.
  [[nodiscard]] bool is_blind() const;
  /// @returns null: the source is no longer watched.
  [[nodiscard]] source* find(const messages::subscription_key& key);
  /// Starts the checks after a change again from the first wait.
  void begin_looks();
  void plan_look();

  framework::actor_base<messages::kind_watcher_actor>* self_;
  std::array<source, 2> sources_; ///< both closed, or both open
  struct waiting_watch {
    std::string kind;
    framework::promise<messages::kinds_may_have_changed> to;
  };
  std::vector<waiting_watch> waiting_; ///< bound: the watches of kinds that are not served, and HELM
  std::size_t looks_ = 0;              ///< checks since the last change
  bool look_planned_ = false;
  std::uint64_t number_ = 0; ///< number of the last reminder
};

/// Spawns the watcher.
messages::kind_watcher_actor kind_watcher(caf::actor_system& system, const framework::context_ptr& shared,
                                          const messages::supervisor_actor& supervisor);

} // namespace actors::watches
