#include "core/releases/file_damage.hpp"

#include <cstddef>

namespace core::releases {

namespace {

bool is_lfs_pointer(std::string_view content) {
  // A pointer is smaller than this, by the specification.
  constexpr std::size_t bytes_max = 1024;
  return content.size() < bytes_max && content.starts_with("version https://git-lfs.github.com/spec/")
         && content.find("\noid ") != content.npos;
}

bool ends_in_nul_bytes(std::string_view content) {
  const auto first = content.find('\0');
  return first != content.npos && content.find_first_not_of('\0', first) == content.npos;
}

} // namespace

file_damage damage_of(std::string_view content) {
  if (is_lfs_pointer(content)) return file_damage::lfs_pointer;
  return ends_in_nul_bytes(content) ? file_damage::nul_bytes : file_damage::none;
}

std::string_view words(file_damage x) {
  switch (x) {
    case file_damage::none: return {};
    case file_damage::nul_bytes: return "NUL bytes in place of text";
    case file_damage::lfs_pointer: return "a pointer of Git LFS in place of the file";
  }
  return {};
}

} // namespace core::releases
