#pragma once

#include "cluster/operations/operation_seams.hpp"

#include <string>

namespace actors::api {

/// Logs the result of an object operation, and its duration. A failure is also reported by the run of the
/// hook.
/// @param by the hook
void log_object_operation(const std::string& by, const cluster::operations::operation_report& x);

} // namespace actors::api
