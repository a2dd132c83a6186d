#pragma once

#include "actors/releases/application_chart.hpp"
#include "actors/releases/helm_parts.hpp"
#include "core/releases/shared_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <functional>
#include <vector>

namespace actors::releases {

/// Finds objects that may have moved from the chart of a release to templates of other modules. A module that
/// is off counts only if the chart has changed since the last revision: otherwise values have decided.
/// @param chart outlives the search
/// @pre `upgrade` has the facts `compared`, `rendered` and `others`
void find_moved(helm_parts& parts, const core::releases::planned_upgrade& upgrade, const application_chart& chart,
                std::function<void(const std::vector<core::releases::shared_object>&)> then);

} // namespace actors::releases
