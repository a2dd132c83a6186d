#pragma once

#include <string>

namespace setup {

/// A path that options, variables or files give, as it is from everywhere: hooks and helm run in other
/// directories than this program. An empty path stays empty.
[[nodiscard]] std::string absolute_path(const std::string& path);

} // namespace setup
