#pragma once

#include "worlds/dice.hpp"
#include "worlds/plan.hpp"

namespace worlds {

/// Adds changes that come while the plan's troubles last, mostly of what these are about, and lets troubles of releases be
/// about a module that has one.
void draw_meetings(plan& x, dice chance);

/// Lets an operator start while the ConfigMap is away from which a release has an object, and gives it time for an upgrade.
void draw_losses(plan& x, dice chance);

} // namespace worlds
