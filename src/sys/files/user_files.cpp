#include "sys/files/user_files.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/files/system_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace sys::files {

namespace {

constexpr mode_t mode_of(file_use use) {
  switch (use) {
    case file_use::read: return 0666;
    case file_use::run: return 0777;
  }
  return 0666;
}

base::result<void> write_all(int fd, const std::string& path, std::string_view content) {
  while (!content.empty()) {
    const auto written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_failure(path, "cannot be written", errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

base::result<void> write_new(const std::string& path, std::string_view content, mode_t mode) {
  const file_descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file) return system_failure(path, "cannot be made", errno);
  auto written = write_all(file.get(), path, content);
  if (!written) ::unlink(path.c_str());
  return written;
}

} // namespace

base::result<void> make_user_file(const std::string& path, std::string_view content, file_use use) {
  std::error_code failed;
  if (const auto above = std::filesystem::path(path).parent_path(); !above.empty())
    std::filesystem::create_directories(above, failed);
  if (failed) return system_failure(path, "the directory above it cannot be made", failed.value());
  return write_new(path, content, mode_of(use));
}

base::result<void> replace_user_file(const std::string& path, std::string_view content) {
  std::error_code failed;
  const auto target = std::filesystem::canonical(path, failed).string();
  if (failed) return system_failure(path, "cannot be replaced", failed.value());
  struct stat about {};
  if (::stat(target.c_str(), &about) != 0) return system_failure(target, "cannot be examined", errno);
  const auto next = target + ".new-" + std::to_string(::getpid());
  if (auto written = write_new(next, content, 0600); !written) return written;
  if (::chmod(next.c_str(), about.st_mode & 07777) == 0 && ::rename(next.c_str(), target.c_str()) == 0) return {};
  const auto reason = errno;
  ::unlink(next.c_str());
  return system_failure(target, "cannot be replaced", reason);
}

} // namespace sys::files
