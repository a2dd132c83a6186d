#pragma once

#include "worlds/dice.hpp"
#include "worlds/plan.hpp"

namespace worlds {

/// Lets a global hook switch a module off long after the last edit that could be the reason.
void draw_old_edits(plan& x, dice chance);

/// Lets a reload begin while the question to an `enabled` script waits behind a slow Helm, and lets the
/// answer of that script change later, between reloads.
void draw_questions(plan& x, dice chance);

} // namespace worlds
