#include "sys/files/file_system.hpp"

#include <sys/statvfs.h>

#include <limits>

namespace sys::files {

std::uint64_t size_of_file_system(const std::string& path) {
  struct statvfs about {};
  if (::statvfs(path.c_str(), &about) != 0 || about.f_blocks == 0) return std::numeric_limits<std::uint64_t>::max();
  return std::uint64_t{about.f_blocks} * about.f_frsize;
}

} // namespace sys::files
