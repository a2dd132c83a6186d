#pragma once

#include "actors/api/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"

namespace actors::api {

/// Creates an object, whose `resourceVersion` counts for nothing. One that exists is an error, is replaced (again if
/// somebody else writes in between), or is kept. If the API server does not let fields change that are not in the new
/// object, the new one is laid over the old one (RFC 7386).
/// @param x lives until `done` is called.
void create_object(operation_seams_ptr seams, operation_target at, const core::hooks::create_object& x,
                   on_outcome done);

} // namespace actors::api
