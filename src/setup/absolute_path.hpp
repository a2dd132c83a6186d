#pragma once

#include <string>

namespace setup {

/// Makes a path absolute, because hooks and Helm run in other directories than this program. A slash at
/// the end goes, except for `/`. An empty path stays empty.
[[nodiscard]] std::string absolute_path(const std::string& path);

} // namespace setup
