#pragma once

#include <string>
#include <utility>

namespace core::status {

/// The owner of a hook, a module or empty for the global hooks, and the name of the hook.
using hook_place = std::pair<std::string, std::string>;

} // namespace core::status
