#pragma once

#include "worlds/plan.hpp"

#include <functional>

namespace worlds {

/// Leaves out of a plan everything that is not needed for its breach: troubles, happenings, modules, and
/// parts of modules.
/// @param still_breaks plays a plan, and returns true if it breaks the same rule.
[[nodiscard]] plan shrink(plan x, const std::function<bool(const plan&)>& still_breaks);

} // namespace worlds
