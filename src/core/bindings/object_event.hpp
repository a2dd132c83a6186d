#pragma once

#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <string>

namespace core {

/// A change of an object of a binding.
struct object_event {
  watch_event event = watch_event::added;
  std::string kind;
  snapshot_object object;
  source_number source = 0; ///< set by the receiver
  snapshot_revision revision = 0;
};

} // namespace core
