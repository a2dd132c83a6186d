#pragma once

#include "core/modules/own_releases.hpp"

namespace core::modules {

/// Withdraws removals that may have no other reason than something missing: they leave `to_delete` and
/// `to_purge`, and are listed with the reason that holds them.
/// Why so: docs/decisions/only-own-releases-are-removed.md
/// @param found lists all removals
void hold_doubtful_removals(discovered_modules& found, const discovery_facts& facts, const own_releases& own);

} // namespace core::modules
