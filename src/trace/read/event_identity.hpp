#pragma once

#include "trace/event.hpp"

#include <string>

namespace trace::read {

/// The properties by which an event is the same work, or the same outside event, in each round of a loop: its
/// kind and the names in it, without times, versions, values and how it ended.
[[nodiscard]] std::string identity_of(const event& x);

} // namespace trace::read
