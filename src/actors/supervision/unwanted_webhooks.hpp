#pragma once

#include "actors/supervision/peer_registry.hpp"
#include "core/modules/discovered_modules.hpp"

#include <set>
#include <string>

namespace actors::supervision {

/// Tells the WEBHOOK SERVER which modules want no webhooks because they are off for certain. A module that
/// was on in this process gives its webhooks back by itself.
/// @param active the modules that have been on since the last deletion of each: their hooks may be loaded,
/// and a module that comes on again before its deletion does not claim its webhooks again
/// @param switched_off names, of modules or not, that a written wish switches off
void give_up_webhooks(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                      const core::modules::discovered_modules& found, const std::set<std::string>& active,
                      const std::set<std::string>& switched_off);

} // namespace actors::supervision
