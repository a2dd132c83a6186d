#pragma once

#include "actors/messages/supervisor.hpp"
#include "actors/supervision/announcements.hpp"
#include "actors/supervision/main_queue.hpp"
#include "actors/supervision/module_pauses.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/modules/problem_ledger.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace actors::supervision {

/// Carries out the orders of users: to pause a module or a queue, to end the pause, to try a failed module
/// again now, to run a module now. A part of the SUPERVISOR.
///
/// The pause of a module is a key of the ConfigMap, so that it outlives this process and may stand in Git.
/// An order only writes that key; the pause begins when the ConfigMap is read. The pause of a queue is kept
/// by the QUEUE, and ends with the process.
/// Why so: docs/decisions/a-pause-stands-in-the-config-map.md
class user_orders {
public:
  user_orders(framework::actor_base<messages::supervisor_actor>* self, peer_registry& peers,
              core::modules::problem_ledger& problems, std::optional<main_queue>& main, announcements& news,
              module_pauses& pauses)
    : self_(self), peers_(peers), problems_(problems), main_(main), news_(news), pauses_(pauses) {}

  [[nodiscard]] framework::promise<messages::work_ordered> order(const messages::order_work& x);

private:
  using promise = framework::promise<messages::work_ordered>;

  void order_module(const messages::order_work& x, promise to);
  void order_queue(const messages::order_work& x, promise to);
  void write_pause(const messages::order_work& x, promise to);
  void retry(const std::string& module, promise to);
  [[nodiscard]] std::string retry_now(const std::string& module, std::size_t failed);
  [[nodiscard]] base::result<std::string> run(const std::string& module);

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  core::modules::problem_ledger& problems_;
  std::optional<main_queue>& main_;
  announcements& news_;
  module_pauses& pauses_;
};

} // namespace actors::supervision
