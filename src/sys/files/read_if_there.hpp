#pragma once

#include "base/error.hpp"

#include <optional>
#include <string>

namespace sys::files {

/// Whether anything is at a path. A link that leads nowhere is there: somebody has meant it to be something. What may not
/// be looked at is an error, because its absence is not known.
[[nodiscard]] base::result<bool> is_there(const std::string& path);

/// Whether a directory is at a path, links followed. A link that leads nowhere is an error (`not_found`), as is what may
/// not be looked at; anything else that is no directory is none.
[[nodiscard]] base::result<bool> is_directory_there(const std::string& path);

/// The text of a file; nothing if there is none. A link that leads nowhere is an error, as is what may not be read.
[[nodiscard]] base::result<std::optional<std::string>> read_if_there(const std::string& path);

} // namespace sys::files
