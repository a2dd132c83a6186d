#pragma once

#include "base/error.hpp"
#include "sys/files/temp_dir.hpp"

#include <string>

namespace commands {

/// Makes a directory for the temporary files of a command, below `$TMPDIR` or `/tmp`.
/// @returns an error that names `$TMPDIR` if that is no directory
[[nodiscard]] base::result<sys::files::temp_dir> make_command_directory(const std::string& prefix);

} // namespace commands
