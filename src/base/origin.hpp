#pragma once

#include "base/actor_name.hpp"

#include <cstdint>

namespace base {

/// The position of a message in the chain of causes. Ids are unique within one run of the operator and rise
/// with time; id 0 means an origin outside the operator: the start, an API server, a clock, a signal.
struct origin {
  std::uint64_t id = 0;    ///< of this message
  std::uint64_t cause = 0; ///< of the message whose handling sent it
  actor_name sender{};     ///< the actor that sent it; null for the outside
};

} // namespace base
