#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "actors/supervision/peer_registry.hpp"

#include <functional>

namespace actors::supervision {

/// Lets modules whose hooks may have conversions claim them, also modules that are off. Calls back when all
/// of them have answered. Then a list of converted objects does not fail for want of their conversion.
void offer_conversions(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                       const operator_setup& setup, std::function<void()> then);

} // namespace actors::supervision
