#pragma once

#include <string>

namespace setup {

/// The first executable file of that name in the directories of `$PATH`; empty if there is none.
[[nodiscard]] std::string find_in_path(const std::string& name);

} // namespace setup
