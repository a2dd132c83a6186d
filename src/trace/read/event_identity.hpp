#pragma once

#include "trace/event.hpp"

#include <string>

namespace trace::read {

/// A text that is equal for the same work, or for the same outside event, in each round of a loop: the kind
/// of the event and the names in it, without times, versions, values and the outcome.
[[nodiscard]] std::string identity_of(const event& x);

} // namespace trace::read
