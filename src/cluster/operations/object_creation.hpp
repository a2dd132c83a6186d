#pragma once

#include "cluster/operations/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"

namespace cluster::operations {

/// Creates an object; its `resourceVersion` is ignored. An existing object is an error, is replaced (again if
/// another client writes in between), or is kept. If the API server refuses changes of fields that are not in
/// the new object, the new object is laid over the existing object (RFC 7386). If an existing object is
/// an error, and the answer to the creation is lost, the operation reads the object, now or at the next call:
/// the creation has succeeded if the object was made since the creation began, and has all wanted fields.
/// @param x lives until `done` is called.
void create_object(operation_seams_ptr seams, operation_target at, const core::hooks::create_object& x,
                   on_outcome done);

} // namespace cluster::operations
