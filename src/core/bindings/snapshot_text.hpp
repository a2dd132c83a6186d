#pragma once

#include "core/bindings/snapshot.hpp"
#include "text/json/json_text.hpp"

namespace core::bindings {

// Objects of snapshots as hooks and people see them; their JSON is shown byte for byte.

/// The member `filterResult`, if it exists.
void append_filter_result(text::json_text& out, const snapshot_object& x);

/// The member `object`, if the binding keeps it.
void append_object(text::json_text& out, const snapshot_object& x);

/// An array with both members for each object.
void append_objects(text::json_text& out, const object_list& objects);

} // namespace core::bindings
