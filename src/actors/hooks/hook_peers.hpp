#pragma once

#include "actors/interfaces.hpp"

namespace actors {

/// The actors that an owner of hooks talks to.
struct hook_peers {
  supervisor_actor supervisor;
  hook_runner_actor runner;
  scheduler_actor scheduler;
};

} // namespace actors
