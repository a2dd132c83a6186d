#pragma once

#include "worlds/observer.hpp"
#include "worlds/plan.hpp"

#include <memory>

namespace worlds {

/// True for troubles that may hit without any harm: `coverage::bites` says how often they met running work.
/// Other troubles bite whenever they hit.
[[nodiscard]] bool must_meet_changes(trouble_kind x);

/// Counts how often troubles could have bitten.
[[nodiscard]] std::unique_ptr<observer> make_bites(world& around);

} // namespace worlds
