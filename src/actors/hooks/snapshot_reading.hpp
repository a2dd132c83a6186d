#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <functional>
#include <map>
#include <variant>
#include <vector>

namespace actors::hooks {

/// A watch of a binding.
struct watch_source {
  messages::informer_actor informer;
  messages::subscription_key key;
  core::bindings::source_number number = 0; ///< number of the watch in the binding
};

/// The watches from which the objects of a binding are read.
struct binding_sources {
  std::vector<watch_source> watches;
  core::bindings::source_number last_source = 0; ///< the newest numbered watch of the binding
};
/// The watches of a binding, or the reason why its objects cannot be read.
using binding_reading = std::variant<core::bindings::unlisted, binding_sources>;

/// The objects of a binding, and the position after which its events follow.
struct binding_read {
  core::bindings::known_objects objects;
  core::bindings::snapshot_position position;
  std::string absence{}; ///< why the kind is not served and hooks see no objects; empty: it is served
};

using binding_snapshots = std::map<core::bindings::binding_id, binding_read>;

/// Reads the snapshots of several bindings at the same time, and calls back when all are read. Unknown
/// objects are `unlisted`, with the reason. A part of the actor `self`.
void read_snapshots(framework::acting* self, const std::map<core::bindings::binding_id, binding_reading>& bindings,
                    std::function<void(binding_snapshots)> done);

} // namespace actors::hooks
