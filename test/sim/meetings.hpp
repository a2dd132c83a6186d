#pragma once

#include "sim/dice.hpp"
#include "sim/plan.hpp"

namespace sim {

/// Adds changes that come while the plan's troubles last, mostly of what these are about, and lets troubles of releases be
/// about a module that has one.
void draw_meetings(plan& x, dice chance);

} // namespace sim
