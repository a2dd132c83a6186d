#include "sys/files/read_if_there.hpp"

#include "sys/files/files.hpp"
#include "sys/files/system_error.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace sys::files {

base::result<bool> is_there(const std::string& path) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return system_failure(path, "cannot be looked at", errno);
}

base::result<bool> is_directory_there(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0) return S_ISDIR(about.st_mode);
  if (errno != ENOENT && errno != ENOTDIR) return system_failure(path, "cannot be looked at", errno);
  const auto there = is_there(path);
  if (there && *there) return base::fail(base::error_code::not_found, path + ": the link leads nowhere");
  return there;
}

base::result<std::optional<std::string>> read_if_there(const std::string& path) {
  const auto there = is_there(path);
  if (!there) return tl::unexpected(there.error());
  if (!*there) return std::nullopt;
  auto text = files::read_file(path);
  if (!text) return tl::unexpected(text.error());
  return std::move(*text);
}

} // namespace sys::files
