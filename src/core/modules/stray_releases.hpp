#pragma once

#include "core/modules/discovered_modules.hpp"

#include <set>
#include <string>

namespace core::modules {

/// Lists the operator's releases without a module of their name, in byte order: in `to_purge`, or in `spared`
/// if no module was found, because then a directory is probably not mounted. Releases without a module that
/// another Helm has made are ignored.
void find_stray_releases(discovered_modules& found, const discovery_facts& facts);

/// Releases without a module of their name that are removed, or wait until a user confirms the removal. The
/// result may include disabled modules.
[[nodiscard]] std::set<std::string> releases_without_module(const discovered_modules& found);

} // namespace core::modules
