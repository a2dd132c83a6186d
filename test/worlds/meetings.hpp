#pragma once

#include "worlds/dice.hpp"
#include "worlds/plan.hpp"

namespace worlds {

/// Adds changes that come while the plan's troubles last, mostly of the subjects of these troubles, and lets troubles
/// of releases be about a module that has a release.
void draw_meetings(plan& x, dice chance);

/// Lets an operator start while the ConfigMap is away from which a release has an object, and gives it time for an
/// upgrade.
void draw_losses(plan& x, dice chance);

} // namespace worlds
