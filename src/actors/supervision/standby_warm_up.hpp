#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "actors/supervision/peer_registry.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace actors::supervision {

/// Lets a standby read what a take-over would wait for: the configurations of hooks. Nothing is written, and
/// no hook runs for a binding. At the take-over it lets the actors read again what the former leader has
/// changed. A part of the SUPERVISOR.
class standby_warm_up {
public:
  /// @param is_wanted false as soon as this replica leads or ends: no further module is asked then
  standby_warm_up(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                  const operator_setup& setup, std::function<bool()> is_wanted)
    : self_(self), peers_(peers), setup_(setup), is_wanted_(std::move(is_wanted)) {}

  /// Asks the global hooks until all of them have a configuration, then the hooks of one module after
  /// another. Modules that a source switches off are left out.
  /// @param done called once, at the end
  void begin(std::function<void()> done);
  /// This replica leads. Calls `then` when the actors know the work of the former leader; without an election
  /// at once.
  void end(std::function<void()> then);

private:
  void find_modules();
  void ask_next();

  framework::actor_base<messages::supervisor_actor>* self_;
  const peer_registry& peers_;
  const operator_setup& setup_;
  std::function<bool()> is_wanted_;
  std::function<void()> done_;
  std::vector<std::string> left_; ///< modules whose hooks were not asked yet, in reverse order
};

} // namespace actors::supervision
