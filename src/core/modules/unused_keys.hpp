#pragma once

#include "core/values/config_sections.hpp"

#include <string>
#include <vector>

namespace core {

/// The keys of the ConfigMap that have no effect here, as they are written there and each once: those that nothing reads
/// whatever modules there are, and those of modules that do not exist, with the keys that may have been meant.
/// @param modules the names of all modules
[[nodiscard]] std::vector<ignored_key> unused_keys(const configuration& x, const std::vector<std::string>& modules);

} // namespace core
