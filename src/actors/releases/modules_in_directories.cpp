#include "actors/releases/modules_in_directories.hpp"

#include "core/modules/module_directory.hpp"
#include "sys/files/file_tree.hpp"

namespace actors::releases {

std::vector<directory_of_module> modules_in_directories(const std::vector<std::string>& modules_dirs) {
  std::vector<directory_of_module> found;
  for (const auto& root : modules_dirs) {
    const auto entries = sys::files::list_directory(root);
    if (!entries) continue;
    for (const auto& entry : *entries)
      if (const auto named = core::modules::parse_module_directory(entry.path); named && entry.is_directory)
        found.push_back({root + "/" + entry.path, named->name});
  }
  return found;
}

} // namespace actors::releases
