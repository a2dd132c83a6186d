#pragma once

#include "core/modules/discovered_modules.hpp"

#include <string>

namespace core::modules {

/// Whether a discovery has switched a module off without a doubt: no removal of its release is held, no doubt
/// keeps it, and all its sources can be read.
[[nodiscard]] bool is_certainly_off(const discovered_modules& found, const std::string& module);

} // namespace core::modules
