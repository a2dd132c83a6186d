#pragma once

#include "actors/framework/actor.hpp"

#include <cstdint>
#include <string>

namespace actors::messages {

/// Answered at the next change of the kinds that the API server serves.
struct await_kinds {
  base::origin origin;
  std::string kind{}; ///< a kind that is not served yet and is awaited; empty: any change is of interest
};
/// The kinds that the API server serves may have changed.
struct kinds_may_have_changed {
  base::origin origin;
};

/// INTERNAL to the KIND WATCHER: the next check is due. Ignored unless `number` is the latest number.
struct kinds_wait_over {
  base::origin origin;
  std::uint64_t number = 0;
};

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::await_kinds)
ACTORS_MESSAGE(actors::messages::kinds_may_have_changed)
ACTORS_MESSAGE(actors::messages::kinds_wait_over)
