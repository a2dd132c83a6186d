#pragma once

#include "kube/objects/wanted_objects.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace kube::watch {

/// ADDED or MODIFIED: the object's new state. The receiver decides by its own store which of the two it is.
struct watch_applied {
  objects::object_ptr object;
};

/// DELETED: the object's last state.
struct watch_deleted {
  objects::object_ptr object;
};

/// BOOKMARK: no change happened up to here.
struct watch_bookmark {
  std::string resource_version;
};

/// ERROR: the server gives up the stream; `expired` if the position is too old.
struct watch_failed {
  base::error reason;
};

using watch_event = std::variant<watch_applied, watch_deleted, watch_bookmark, watch_failed>;

/// Reads a line of a watch. The wanted type is filled in where the object lacks it. Errors: `invalid_input`
/// for a line that is no event, and for event types that do not exist; `unavailable` for an event about an
/// object that the watch has not asked for, and for a bookmark without a position.
[[nodiscard]] base::result<watch_event> read_watch_event(std::string_view line, const objects::wanted_objects& wanted);

} // namespace kube::watch
