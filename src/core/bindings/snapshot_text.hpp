#pragma once

#include "core/bindings/snapshot.hpp"
#include "text/json/json_text.hpp"

namespace core::bindings {

// The text of a snapshot's objects for hooks and users, with their JSON byte for byte.

/// Appends the member `filterResult`, if the binding has a filter.
void append_filter_result(text::json_text& out, const snapshot_object& x);

/// Appends the member `object`, if the binding keeps whole objects.
void append_object(text::json_text& out, const snapshot_object& x);

/// Appends an array that has both members for each object.
void append_objects(text::json_text& out, const object_list& objects);

} // namespace core::bindings
