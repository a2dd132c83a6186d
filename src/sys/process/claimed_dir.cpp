#include "sys/process/claimed_dir.hpp"

#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"
#include "sys/files/system_error.hpp"
#include "sys/process/survivors.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace sys::process {

namespace {

/// SIGKILL takes effect at once, unless the kernel waits for a device.
constexpr std::chrono::seconds survivors_end_within{5};

files::file_descriptor open_directory(const std::string& path) {
  return files::file_descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool lock(const files::file_descriptor& directory, int how) {
  while (::flock(directory.get(), how) != 0)
    if (errno != EINTR) return false;
  return true;
}

/// Locks the base while a directory in it is made but not locked yet, so that no other process takes it for a
/// leftover. If the file system knows no locks, the call fails without harm, because no directory is removed
/// there either.
files::file_descriptor lock_base(const std::string& base) {
  auto directory = open_directory(base);
  if (directory) (void)lock(directory, LOCK_EX);
  return directory;
}

/// Refuses a base whose content another user could replace: its owner could, and so could any user who may
/// write to it unless it is sticky.
base::result<void> check_base(const std::string& base) {
  struct stat about {};
  struct stat link {};
  if (::stat(base.c_str(), &about) != 0 || ::lstat(base.c_str(), &link) != 0)
    return files::system_failure(base, "cannot be examined", errno);
  const auto is_trusted = [](const struct stat& x) { return x.st_uid == ::geteuid() || x.st_uid == 0; };
  const auto refuse = [&](const std::string& why) {
    return base::fail(base::error_code::forbidden, base + ": is no safe place for files with Secrets in them: " + why);
  };
  if (!is_trusted(about) || !is_trusted(link))
    return refuse("it belongs to user " + std::to_string(is_trusted(about) ? link.st_uid : about.st_uid)
                  + ", not to this one (" + std::to_string(::geteuid())
                  + ") or root: remove it, or name another directory by --tmp-dir");
  if ((about.st_mode & S_IWOTH) != 0 && (about.st_mode & S_ISVTX) == 0)
    return refuse("everybody may write to it: 'chmod 1777' it, or name a directory in it by --tmp-dir");
  return {};
}

bool is_own(const files::file_descriptor& directory) {
  struct stat about {};
  return ::fstat(directory.get(), &about) == 0 && about.st_uid == ::geteuid();
}

base::result<files::file_descriptor> lock_safe_base(const std::string& base) {
  if (auto made = files::make_directories(base); !made) return tl::unexpected(made.error());
  if (auto safe = check_base(base); !safe) return tl::unexpected(safe.error());
  return lock_base(base);
}

} // namespace

base::result<claimed_dir> claimed_dir::create(const std::string& base, const std::string& prefix) {
  const auto base_lock = lock_safe_base(base);
  if (!base_lock) return tl::unexpected(base_lock.error());
  auto made = files::temp_dir::create(base, prefix);
  if (!made) return tl::unexpected(made.error());
  auto own_lock = open_directory(made->path());
  if (own_lock) (void)lock(own_lock, LOCK_EX | LOCK_NB);
  return claimed_dir(std::move(*made), std::move(own_lock));
}

base::result<bool> claimed_dir::restore() {
  const std::lock_guard guard(*mutex_);
  if (is_there()) return false;
  const auto base_lock = lock_safe_base(std::filesystem::path(path_).parent_path());
  if (!base_lock) return tl::unexpected(base_lock.error());
  if (::mkdir(path_.c_str(), S_IRWXU) != 0) return files::system_failure(path_, "cannot be made again", errno);
  lock_ = open_directory(path_);
  if (lock_) (void)lock(lock_, LOCK_EX | LOCK_NB);
  return true;
}

/// True if the path leads to the directory that was made and locked here, and not to another directory.
bool claimed_dir::is_there() const {
  struct stat own {};
  struct stat found {};
  if (::lstat(path_.c_str(), &found) != 0) return false;
  // A directory that could not be opened, because no descriptor was free, cannot be compared: it counts as
  // the same.
  return !lock_ || (::fstat(lock_.get(), &own) == 0 && own.st_ino == found.st_ino && own.st_dev == found.st_dev);
}

void claimed_dir::remove() noexcept {
  if (directory_.path().empty()) return;
  // Other threads may remove or make files at this moment, and each change may end a try.
  constexpr int tries_max = 20;
  for (int i = 0; i < tries_max && files::path_exists(path_); ++i) (void)files::remove_tree(path_);
}

std::vector<unclaimed_dir> take_over_unclaimed_dirs(const std::string& base, const std::string& prefix,
                                                    unclaimed directories) {
  std::vector<unclaimed_dir> found;
  const auto base_lock = lock_base(base);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(base, ignored)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const auto directory = open_directory(entry.path());
    // A lock that is held belongs to a running operator. A directory of another user is not a leftover of
    // this user.
    if (!directory || !is_own(directory) || !lock(directory, LOCK_EX | LOCK_NB)) continue;
    const auto survivors = end_survivors(entry.path(), survivors_end_within);
    const bool goes = directories == unclaimed::removed && survivors.left == 0;
    const bool is_removed = goes && files::remove_tree(entry.path());
    if (survivors.killed > 0 || is_removed) found.push_back({entry.path(), survivors.killed, is_removed});
  }
  return found;
}

} // namespace sys::process
