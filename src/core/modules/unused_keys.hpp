#pragma once

#include "core/config/config_sections.hpp"

#include <string>
#include <vector>

namespace core::modules {

/// The keys of the ConfigMap that have no effect here, as they are written there and each once: keys that are
/// never read, whatever modules there are, and keys of modules that do not exist, with the keys that may have
/// been meant.
/// @param modules the names of all modules
[[nodiscard]] std::vector<config::ignored_key> unused_keys(const config::configuration& x,
                                                           const std::vector<std::string>& modules);

} // namespace core::modules
