#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace worlds {

/// Writes a file of the tree, with the folders that lead to it.
inline void write_file(const std::filesystem::path& path, const std::string& text, bool executable = false) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  if (executable) std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

} // namespace worlds
