#pragma once

#include "actors/interfaces.hpp"
#include "core/bindings/binding_context.hpp"

#include <cstddef>

namespace actors {

/// The actors that an owner of hooks talks to.
struct hook_peers {
  supervisor_actor supervisor;
  hook_runner_actor runner;
  scheduler_actor scheduler;
  std::size_t context_bytes_max = core::binding_context_bytes_max; ///< of one run
};

} // namespace actors
