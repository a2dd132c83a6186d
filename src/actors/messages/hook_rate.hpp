#pragma once

#include "actors/framework/actor.hpp"

#include <cstdint>

namespace actors::messages {

/// INTERNAL: a hook has waited long enough for its `settings.executionMinInterval`.
struct hook_wait_over {
  base::origin origin;
  std::uint64_t wait = 0;
};

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::hook_wait_over)
