#pragma once

#include "core/modules/own_releases.hpp"

namespace core::modules {

/// Withdraws removals that may be the effect of a loss: a file, a hook, a directory or the ConfigMap may be
/// missing. They leave `to_delete` and `to_purge`, and stand in the list for the reason that holds them.
/// Why so: docs/decisions/only-own-releases-are-removed.md
/// @param found lists all removals
void hold_doubtful_removals(discovered_modules& found, const discovery_facts& facts, const own_releases& own);

} // namespace core::modules
