#pragma once

#include <string>

namespace setup {

/// The first executable file of that name in the directories of `$PATH`; empty if there is no such file.
[[nodiscard]] std::string find_in_path(const std::string& name);

} // namespace setup
