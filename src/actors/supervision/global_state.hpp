#pragma once

#include "actors/messages/interfaces.hpp"

#include <functional>
#include <string>

namespace actors::supervision {

/// Reads the global values and all flags as a text for comparisons: the text changes with any value or flag.
/// An empty text means that they cannot be read. `then` runs as a handler of `self`.
void read_global_state(framework::actor_base<messages::supervisor_actor>* self,
                       const messages::values_store_actor& values, std::function<void(const std::string&)> then);

} // namespace actors::supervision
