#pragma once

#include "worlds/plan.hpp"

namespace worlds {

/// True for troubles that may hit without any harm: `coverage::bites` says how often they met running work. Other
/// troubles bite whenever they hit.
[[nodiscard]] bool must_meet_changes(trouble_kind x);

} // namespace worlds
