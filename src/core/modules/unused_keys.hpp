#pragma once

#include "core/values/config_sections.hpp"

#include <functional>
#include <string>
#include <vector>

namespace core {

/// The keys of the ConfigMap that have no effect here, each once: those that nothing reads whatever modules there are,
/// and those of modules that do not exist.
/// @param is_module whether there is a module of this name
[[nodiscard]] std::vector<ignored_key> unused_keys(const configuration& x,
                                                   const std::function<bool(const std::string&)>& is_module);

} // namespace core
