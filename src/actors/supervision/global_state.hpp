#pragma once

#include "actors/messages/interfaces.hpp"

#include <functional>
#include <string>

namespace actors::supervision {

/// Reads the global values and the flags as a text for comparisons: another value or flag gives another text.
/// An empty text means that they cannot be read. `then` runs as a handler of `self`.
void read_global_state(framework::actor_base<messages::supervisor_actor>* self,
                       const messages::values_store_actor& values, std::function<void(const std::string&)> then);

} // namespace actors::supervision
