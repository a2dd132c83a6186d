#pragma once

#include "worlds/observer.hpp"
#include "worlds/plan.hpp"

#include <memory>

namespace worlds {

/// True for troubles that may hit without doing harm: `coverage::bites` counts how often they have met
/// running work. Any other trouble does harm whenever it hits.
[[nodiscard]] bool must_meet_changes(trouble_kind x);

/// Counts how often troubles could have done harm.
[[nodiscard]] std::unique_ptr<observer> make_bites(world& around);

} // namespace worlds
