#pragma once

#include "core/config/config_sections.hpp"
#include "core/config/misspelt_keys.hpp"

#include <map>
#include <set>
#include <string>

namespace core::config {

/// The keys of pauses (`dbMaintenance`) that the ConfigMap lacks and may have under a misspelt name
/// (`misspelt_keys`), or in a section, where they are not read (`displaced_keys`). By values key of the
/// module, with a single place for each.
/// @param modules values keys
[[nodiscard]] std::map<std::string, misspelt_key> pause_slips(const configuration& x,
                                                              const std::set<std::string>& modules);

} // namespace core::config
