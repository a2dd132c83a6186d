#pragma once

#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <cstdint>
#include <string>

namespace core::bindings {

/// A change of an object that a binding watches.
struct object_event {
  watch_event event = watch_event::added;
  std::string kind;
  snapshot_object object;
  source_number source = 0; ///< set by the receiver
  snapshot_revision revision = 0;
  std::string version = {}; ///< resourceVersion of the object, for traces; empty: not known
  std::uint64_t cause = 0;  ///< id of the message that contained it; set by the receiver
};

} // namespace core::bindings
