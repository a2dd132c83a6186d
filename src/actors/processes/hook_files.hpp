#pragma once

#include "base/error.hpp"
#include "core/hooks/hooks_on_disk.hpp"

#include <string>

namespace actors::processes {

/// Finds the files of hooks below a directory. Blocks. A directory that does not exist has no hooks; a
/// directory that cannot be listed is an error, because its hooks are unknown.
/// @param directory absolute
[[nodiscard]] base::result<core::hooks::found_hooks> read_hook_files(const std::string& directory,
                                                                     core::hooks::hook_owner owner);

} // namespace actors::processes
