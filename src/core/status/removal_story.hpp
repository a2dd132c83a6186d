#pragma once

#include "core/status/platform_status.hpp"
#include "core/status/status_facts.hpp"

#include <vector>

namespace core::status {

/// The releases that were removed in the last hour, each with the reason, with the values that the `enabled`
/// script reads and their sources, with the objects that have gone or are held by finalizers, and with the
/// step of a person.
[[nodiscard]] std::vector<removal_status> removals_of(const status_facts& x);

/// The sights of the first objects that have gone with each release: a finalizer may hold an object still.
[[nodiscard]] std::vector<sight> sights_of_removals(const std::vector<modules::removed_release>& removals);

} // namespace core::status
