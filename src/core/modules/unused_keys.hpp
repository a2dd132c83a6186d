#pragma once

#include "core/config/config_sections.hpp"

#include <string>
#include <vector>

namespace core::modules {

/// The keys of the ConfigMap without effect, each once and as it is written: keys that are never read, and
/// keys of modules that do not exist, with suggestions for misspelt keys.
/// @param modules the names of all modules
[[nodiscard]] std::vector<config::ignored_key> unused_keys(const config::configuration& x,
                                                           const std::vector<std::string>& modules);

} // namespace core::modules
