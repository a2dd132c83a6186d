#pragma once

#include "core/bindings/snapshot.hpp"
#include "core/text/json_text.hpp"

namespace core {

// Objects of snapshots as hooks and people see them; their JSON is shown byte for byte.

/// The member `filterResult`, if there is one.
void append_filter_result(json_text& out, const snapshot_object& x);

/// The member `object`, if the binding keeps it.
void append_object(json_text& out, const snapshot_object& x);

/// An array with both members for each object.
void append_objects(json_text& out, const object_list& objects);

} // namespace core
