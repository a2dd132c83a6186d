#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sys::files {

/// The value of a variable of this process; empty if it is not set. This program never changes its own
/// environment, so any thread may call this.
[[nodiscard]] std::optional<std::string> environment_variable(const std::string& name);

/// The environment of this process as "NAME=value", in its order.
[[nodiscard]] std::vector<std::string> environment();

} // namespace sys::files
