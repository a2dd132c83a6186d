#include "read_if_there.hpp"

#include "sys/files.hpp"

#include <filesystem>
#include <utility>

core::result<bool> is_there(const std::string& path) {
  std::error_code failed;
  const auto found = std::filesystem::symlink_status(path, failed);
  if (found.type() == std::filesystem::file_type::not_found) return false;
  if (failed) return core::fail(core::error_code::io, path + ": " + failed.message());
  return true;
}

core::result<std::optional<std::string>> read_if_there(const std::string& path) {
  const auto there = is_there(path);
  if (!there) return tl::unexpected(there.error());
  if (!*there) return std::nullopt;
  auto text = sys::read_file(path);
  if (!text) return tl::unexpected(text.error());
  return std::move(*text);
}
