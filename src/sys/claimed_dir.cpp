#include "sys/claimed_dir.hpp"

#include "sys/files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sys {

namespace {

file_descriptor open_directory(const std::string& path) {
  return file_descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool lock(const file_descriptor& directory, int how) {
  while (::flock(directory.get(), how) != 0)
    if (errno != EINTR) return false;
  return true;
}

/// Keeps others from looking while a directory is there and not locked yet, and from making one meanwhile. Without locks
/// on this file system nothing is removed either, so it does not matter then.
file_descriptor lock_base(const std::string& base) {
  auto directory = open_directory(base);
  if (directory) (void)lock(directory, LOCK_EX);
  return directory;
}

bool is_own(const file_descriptor& directory) {
  struct stat about {};
  return ::fstat(directory.get(), &about) == 0 && about.st_uid == ::geteuid();
}

} // namespace

core::result<claimed_dir> claimed_dir::create(const std::string& base, const std::string& prefix) {
  if (auto made = make_directories(base); !made) return tl::unexpected(made.error());
  const auto base_lock = lock_base(base);
  auto made = temp_dir::create(base, prefix);
  if (!made) return tl::unexpected(made.error());
  auto own_lock = open_directory(made->path());
  if (own_lock) (void)lock(own_lock, LOCK_EX | LOCK_NB);
  return claimed_dir(std::move(*made), std::move(own_lock));
}

std::vector<std::string> remove_unclaimed_dirs(const std::string& base, const std::string& prefix) {
  std::vector<std::string> removed;
  const auto base_lock = lock_base(base);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(base, ignored)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const auto directory = open_directory(entry.path());
    if (!directory || !is_own(directory) || !lock(directory, LOCK_EX | LOCK_NB)) continue;
    if (remove_tree(entry.path())) removed.push_back(entry.path());
  }
  return removed;
}

} // namespace sys
