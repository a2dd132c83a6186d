#pragma once

#include "core/releases/start_files.hpp"

#include <string>
#include <vector>

namespace actors::releases {

/// Reads the files of all modules in these directories that the operator reads when it starts. Blocks. A file
/// that cannot be read has a digest of its own, so that it differs when it can be read.
[[nodiscard]] core::releases::start_files read_start_files(const std::vector<std::string>& modules_dirs);

/// Reads the same files of a single module, and the values.yaml beside its directory.
[[nodiscard]] core::releases::start_files read_start_files_of(const std::string& module_directory);

} // namespace actors::releases
