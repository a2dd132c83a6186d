#pragma once

#include "core/rbac/needed_rights.hpp"

#include <string>

namespace core::rbac {

/// Values of the operator's chart, in YAML: `rbac.modules`, with the askers and the remarks as comments.
[[nodiscard]] std::string rights_as_chart_values(const needed_rights& x);

} // namespace core::rbac
