#pragma once

#include "actors/api/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"

namespace actors {

/// Creates an object. One that exists is an error, is replaced (again if somebody else writes in between), or is kept.
/// @param x lives until `done` is called.
void create_object(operation_seams_ptr seams, operation_target at, const core::create_object& x, on_outcome done);

} // namespace actors
