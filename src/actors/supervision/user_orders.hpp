#pragma once

#include "actors/messages/supervisor.hpp"
#include "actors/supervision/announcements.hpp"
#include "actors/supervision/main_queue.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/modules/paused_modules.hpp"
#include "core/modules/problem_ledger.hpp"
#include "core/modules/recent_removals.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::supervision {

/// Carries out the orders of users: to pause a module or a queue, to end the pause, to try a failed module
/// again now, to run a module now. A part of the SUPERVISOR.
///
/// The pause of a module is a key of the ConfigMap, so that it outlives this process and may stand in Git.
/// An order only writes that key; the pause begins when the ConfigMap is read. The pause of a queue is kept
/// here, and ends with the process.
/// Why so: docs/decisions/a-pause-stands-in-the-config-map.md
class user_orders {
public:
  user_orders(framework::actor_base<messages::supervisor_actor>* self, peer_registry& peers,
              core::modules::problem_ledger& problems, std::optional<main_queue>& main, announcements& news,
              core::modules::recent_removals& recent)
    : self_(self), peers_(peers), problems_(problems), main_(main), news_(news), recent_(recent) {}

  [[nodiscard]] framework::promise<messages::work_ordered> order(const messages::order_work& x);

  /// Takes the pauses of a new content of the ConfigMap.
  void take_pauses(const core::config::configuration& x);
  /// The main queue exists from now on.
  void begin() { main_->set_paused(paused_); }

  [[nodiscard]] const core::modules::paused_modules& paused() const noexcept { return paused_; }
  /// The paused modules with a line for each.
  [[nodiscard]] std::map<std::string, std::string> lines() const;
  /// The paused modules with the remarks of their pauses.
  [[nodiscard]] std::map<std::string, std::string> remarks() const;

private:
  using promise = framework::promise<messages::work_ordered>;

  void end_pause(const std::string& module, const std::string& remark, const core::config::configuration& x);
  void order_module(const messages::order_work& x, promise to);
  void order_queue(const messages::order_work& x, promise to);
  void write_pause(const messages::order_work& x, promise to);
  void retry(const std::string& module, promise to);
  [[nodiscard]] std::string retry_now(const std::string& module, std::size_t failed);
  [[nodiscard]] base::result<std::string> run(const std::string& module);
  /// The names that may be paused: modules, and releases without a module that a discovery wants to remove.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::optional<core::modules::discovered_modules> last_discovery() const;

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  core::modules::problem_ledger& problems_;
  std::optional<main_queue>& main_;
  announcements& news_;
  core::modules::recent_removals& recent_;
  core::modules::paused_modules paused_;
  std::set<std::string> resumed_; ///< modules whose pause an order ends; bounded by the modules
};

} // namespace actors::supervision
