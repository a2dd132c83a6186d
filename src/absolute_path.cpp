#include "absolute_path.hpp"

#include <filesystem>

std::string absolute_path(const std::string& path) {
  if (path.empty()) return path;
  std::error_code ignored;
  const auto full = std::filesystem::absolute(path, ignored).lexically_normal();
  return full.empty() ? path : full.string();
}
