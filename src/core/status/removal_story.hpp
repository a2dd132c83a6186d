#pragma once

#include "core/status/platform_status.hpp"
#include "core/status/status_facts.hpp"

#include <vector>

namespace core::status {

/// The releases that were removed in the last hour, each with the reason, with the values that the `enabled`
/// script reads and their sources, with the objects that have gone, and with the step of a person.
[[nodiscard]] std::vector<removal_status> removals_of(const status_facts& x);

} // namespace core::status
