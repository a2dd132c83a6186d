#pragma once

#include "actors/framework/actor.hpp"

#include <cstdint>

namespace actors {

/// INTERNAL: a hook may run again that waited for its `settings.executionMinInterval`.
struct hook_wait_over {
  core::origin origin;
  std::uint64_t wait = 0;
};

} // namespace actors

ACTORS_MESSAGE(actors::hook_wait_over)
