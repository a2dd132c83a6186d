#pragma once

#include "actors/framework/actor.hpp"

#include <cstdint>
#include <string>

namespace actors {

/// Wants to look for a kind again that the API server does not serve.
struct await_kinds {
  core::origin origin;
  std::string kind; ///< what is not served
};
/// The kinds that the API server serves may have changed.
struct kinds_may_have_changed {
  core::origin origin;
};

/// INTERNAL to the KIND WATCHER: meant if `number` is the last one.
struct kinds_wait_over {
  core::origin origin;
  std::uint64_t number = 0;
};

} // namespace actors

ACTORS_MESSAGE(actors::await_kinds)
ACTORS_MESSAGE(actors::kinds_may_have_changed)
ACTORS_MESSAGE(actors::kinds_wait_over)
