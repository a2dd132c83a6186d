#pragma once

#include "actors/supervision/peer_registry.hpp"

#include <chrono>
#include <functional>

namespace actors::supervision {

/// Ends the work of an operator: no further task begins, reviews are answered, and running programs end
/// within the grace.
/// @param then called once, when no program runs any more; `clean` is false if an actor has ended before
void end_work(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
              std::chrono::milliseconds grace, std::function<void(bool clean)> then);

} // namespace actors::supervision
