#pragma once

#include "worlds/dice.hpp"
#include "worlds/plan.hpp"

namespace worlds {

/// Adds changes that come while the plan's troubles last, mostly of the subjects of these troubles, and lets
/// troubles of releases be about a module that has a release.
void draw_meetings(plan& x, dice chance);

/// Lets the chart of a module ask for a group, and the group be away for a moment, in most cases while an
/// operator starts.
/// @param is_one_of_many the trouble is drawn here, in some worlds, else it is among the troubles already, if
///   at all
void draw_group_away(plan& x, dice chance, bool is_one_of_many);

/// Lets an operator start while the ConfigMap is away from which a release has an object, and gives it time
/// for an upgrade.
void draw_losses(plan& x, dice chance);

/// In some worlds an `enabled` script says no while it writes to stderr.
void draw_doubts(plan& x, dice chance);

} // namespace worlds
