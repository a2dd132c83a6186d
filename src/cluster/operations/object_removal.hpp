#pragma once

#include "cluster/operations/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"

namespace cluster::operations {

/// Deletes an object; an absent object is no error. In the foreground this waits, by a watch of this object,
/// until the object has gone, at most 20 seconds.
/// @param x lives until `done` is called.
void remove_object(operation_seams_ptr seams, operation_target at, const core::hooks::delete_object& x,
                   on_outcome done);

} // namespace cluster::operations
