#pragma once

#include "actors/api/operation_seams.hpp"

#include <string>

namespace actors::api {

/// Logs what has become of an object operation, and how long it took. The hook's run reports a failure too.
/// @param by the hook
void log_object_operation(const std::string& by, const operation_report& x);

} // namespace actors::api
