#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <functional>
#include <map>
#include <variant>
#include <vector>

namespace actors {

/// One watch of a binding.
struct watch_source {
  informer_actor informer;
  subscription_key key;
  core::source_number number = 0; ///< as the binding counts it
};

/// From where the objects of a binding are read.
struct binding_sources {
  std::vector<watch_source> watches;
  core::source_number last_source = 0; ///< that counted for the binding
};
/// The same, or why the objects cannot be read.
using binding_reading = std::variant<core::unlisted, binding_sources>;

/// The objects of a binding and the position from which its events follow.
struct binding_read {
  core::known_objects objects;
  core::snapshot_position position;
  std::string absence{}; ///< hooks see no objects because the kind is not served; empty: it is
};

using binding_snapshots = std::map<core::binding_id, binding_read>;

/// Reads the snapshots of some bindings, all at once, and calls back when each has answered. What is not known is
/// `unlisted` with the reason. A part of the actor `self`.
void read_snapshots(acting* self, const std::map<core::binding_id, binding_reading>& bindings,
                    std::function<void(binding_snapshots)> done);

} // namespace actors
