#include "setup/absolute_path.hpp"

#include <filesystem>

namespace setup {

std::string absolute_path(const std::string& path) {
  if (path.empty()) return path;
  std::error_code ignored;
  const auto full = std::filesystem::absolute(path, ignored).lexically_normal();
  return full.empty() ? path : full.string();
}

} // namespace setup
