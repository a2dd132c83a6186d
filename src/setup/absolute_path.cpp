#include "setup/absolute_path.hpp"

#include <filesystem>

namespace setup {

std::string absolute_path(const std::string& path) {
  if (path.empty()) return path;
  std::error_code ignored;
  const auto full = std::filesystem::absolute(path, ignored).lexically_normal();
  if (full.empty()) return path;
  // `.` and `a/` end with a slash then, and have no name behind it.
  return (full.has_filename() || !full.has_relative_path() ? full : full.parent_path()).string();
}

} // namespace setup
