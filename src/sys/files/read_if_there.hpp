#pragma once

#include "base/error.hpp"

#include <optional>
#include <string>

namespace sys::files {

/// Whether there is a file of any kind at a path. A link that leads nowhere counts, because its author wanted
/// a file there. A path that may not be looked at is an error, because its absence is not known.
[[nodiscard]] base::result<bool> is_there(const std::string& path);

/// Whether a directory is at a path, links followed. A link that leads nowhere is an error (`not_found`), as
/// is a path that may not be looked at; any other kind of file gives false.
[[nodiscard]] base::result<bool> is_directory_there(const std::string& path);

/// The text of a file; empty if there is no file. Errors: a link that leads nowhere, a file that may not be
/// read.
[[nodiscard]] base::result<std::optional<std::string>> read_if_there(const std::string& path);

} // namespace sys::files
