#pragma once

#include "actors/interfaces.hpp"

#include <functional>
#include <string>

namespace actors {

/// Reads the global values and the flags as one text, which differs if they do; empty if they cannot be read. `then` runs
/// as a handler of `self`.
void read_global_state(base<supervisor_actor>* self, const values_store_actor& values,
                       std::function<void(const std::string&)> then);

} // namespace actors
