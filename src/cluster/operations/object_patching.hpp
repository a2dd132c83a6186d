#pragma once

#include "cluster/operations/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"

namespace cluster::operations {

/// Changes an object by a merge patch, a JSON patch or a jq program. The result of a jq program is written
/// back if it differs from the object, and the program runs again if another client writes in between.
/// @param x lives until `done` is called.
void patch_object(operation_seams_ptr seams, operation_target at, const core::hooks::patch_object& x, on_outcome done);

} // namespace cluster::operations
