#pragma once

#include "worlds/dice.hpp"
#include "worlds/plan.hpp"

namespace worlds {

/// Adds changes that come while the plan's troubles last, mostly changes of the subjects of these troubles.
/// Gives troubles of releases a module that has a release.
void draw_meetings(plan& x, dice chance);
/// Lets troubles that hit only some requests or some runs of hooks last for five seconds at least, and adds
/// changes that cause such a request or run.
void draw_reaches(plan& x, dice chance);

/// Lets the chart of a module ask for a group, and discovery lack the group for a moment, in most cases while
/// an operator starts.
/// @param is_one_of_many true: the trouble is drawn here, in some worlds; false: it is not drawn here, and
/// the chart is changed only if the plan has this trouble already
void draw_group_away(plan& x, dice chance, bool is_one_of_many);

/// Lets an operator start while the ConfigMap is missing, although a release has an object that depends on a
/// value of the ConfigMap. Leaves time for an upgrade.
void draw_losses(plan& x, dice chance);

/// Lets what wants several releases get lost while no operator runs, and gives the modules the flags that
/// can be lost in this way.
/// @param is_one_of_many as for `draw_group_away`
void draw_things_lost(plan& x, dice chance, bool is_one_of_many);

/// Adds stray releases to a stray release, and users who confirm the removal of some of them.
void draw_strays(plan& x, dice chance);

/// In some worlds an `enabled` script says no and writes to stderr.
void draw_doubts(plan& x, dice chance);

/// Lets patches of objects that hooks order fail without an answer, before or after they are carried out.
void draw_lost_patches(plan& x, dice chance);

/// Lets an outage of the API server come during a slow run of a hook that may fail.
void draw_outages(plan& x, dice chance);

/// Lets a user edit a section while the answer to a hook's write of it is slow.
void draw_slow_writes(plan& x, dice chance);

/// Lets a namespace that leaves come back at once, so that it matches again while its last objects come.
void draw_returns(plan& x, dice chance);

/// Lets an item come again right after its deletion, while lines of watches come twice.
void draw_repeats(plan& x, dice chance);

/// Lets a module run again and again while events about its records come late.
void draw_late_records(plan& x, dice chance);

/// Lets a user pause a module while its removal waits behind a slow Helm.
void draw_pauses(plan& x, dice chance);

/// Lets many reloads come while a module fails.
void draw_flag_storms(plan& x, dice chance);

/// Lets modules review objects in some worlds, and lets clients write such objects, mostly while a trouble
/// lasts.
/// @param has_all_faults true: connections to webhooks fail in some of these worlds
void draw_reviews(plan& x, dice chance, bool has_all_faults);

} // namespace worlds
