#pragma once

#include <string>
#include <vector>

namespace actors::releases {

/// The directory of a module on disk.
struct directory_of_module {
  std::string path;
  std::string module;
};

/// The directories of modules in the directories of `--modules-dir`, in their order. A directory that cannot
/// be read has no modules. Blocks.
[[nodiscard]] std::vector<directory_of_module> modules_in_directories(const std::vector<std::string>& modules_dirs);

} // namespace actors::releases
