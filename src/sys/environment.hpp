#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sys {

/// The value of a variable of this process; nothing if it is not set. This program never changes its own environment,
/// so any thread may call this.
[[nodiscard]] std::optional<std::string> environment_variable(const std::string& name);

/// The environment of this process as "NAME=value", in its order.
[[nodiscard]] std::vector<std::string> environment();

/// A base environment with some variables set or replaced. Both lists hold "NAME=value"; of several entries for one
/// name in `overrides` the last one counts. Each name occurs once in the result.
[[nodiscard]] std::vector<std::string> merge_environment(std::vector<std::string> base,
                                                         const std::vector<std::string>& overrides);

} // namespace sys
