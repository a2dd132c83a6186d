#pragma once

#include "base/error.hpp"

#include <string>

namespace sys::files {

/// An error from the number that the system gave: `PATH: cannot be opened: No such file or directory`, with
/// the code that fits the number.
[[nodiscard]] tl::unexpected<base::error> system_failure(const std::string& thing, const std::string& what_failed,
                                                         int error_number);

/// Whether the reason of a failure is a file system without room for more (ENOSPC, EDQUOT).
[[nodiscard]] bool lacks_room(const base::error& reason);

} // namespace sys::files
