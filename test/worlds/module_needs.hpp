#pragma once

#include "worlds/dice.hpp"
#include "worlds/plan.hpp"

namespace worlds {

/// Lets modules need other modules. A needed module stays on from the beginning to the end, so that the end
/// of the world is the same as without needs. Comes after all happenings and troubles.
void draw_needs(plan& x, dice chance);

/// Lets needed modules fail while the modules that need them are to run. In worlds in which modules pass a
/// failed module.
void draw_failed_needs(plan& x, dice chance);

/// Whether another module needs the module. Rules at rest do not switch it off.
[[nodiscard]] bool is_needed(const plan& x, const std::string& module);

/// Whether the plan has a module of this name: a smaller plan may lack a module that another module needs.
[[nodiscard]] bool is_there(const plan& x, const std::string& module);

} // namespace worlds
