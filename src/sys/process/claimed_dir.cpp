#include "sys/process/claimed_dir.hpp"

#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"
#include "sys/files/system_error.hpp"
#include "sys/process/survivors_of_operator.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace sys::process {

namespace {

/// SIGKILL takes effect at once, unless the kernel waits for a device.
constexpr std::chrono::seconds survivors_end_within{5};
constexpr std::size_t random_letters = 6; ///< at the end of a name of mkdtemp(3)
constexpr const char* mark_name = ".addon-operator";

files::file_descriptor open_directory(const std::string& path) {
  return files::file_descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool lock(const files::file_descriptor& directory, int how) {
  while (::flock(directory.get(), how) != 0)
    if (errno != EINTR) return false;
  return true;
}

/// Another directory may be at that path by now.
bool is_at(const files::file_descriptor& directory, const std::string& path) {
  struct stat own {};
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && ::fstat(directory.get(), &own) == 0 && own.st_ino == found.st_ino
         && own.st_dev == found.st_dev;
}

/// Marks a new directory as made here. Without the mark, for want of room, its names have to do.
void mark(const files::file_descriptor& directory) {
  constexpr mode_t owner_reads = 0400;
  (void)files::file_descriptor(
    ::openat(directory.get(), mark_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, owner_reads));
}

bool is_letter_of_mkdtemp(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// True if all entries have names that an operator gives in its directory, or there is no entry. An error
/// leaves the entries unknown, which is false.
bool has_only_own_names(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::directory_iterator at(path, failed);
  for (; !failed && at != std::filesystem::directory_iterator(); at.increment(failed)) {
    const auto name = at->path().filename().string();
    if (!name.starts_with("run-") && !name.starts_with("helm-")) return false;
  }
  return !failed;
}

/// The reason why `claimed_dir` has not made this directory; empty: it has.
std::string why_foreign(const std::filesystem::path& path, std::string_view prefix,
                        const files::file_descriptor& directory) {
  const auto letters = path.filename().string().substr(prefix.size());
  if (letters.size() != random_letters || !std::all_of(letters.begin(), letters.end(), is_letter_of_mkdtemp))
    return "its name does not end with six letters of mkdtemp";
  constexpr mode_t private_mode = 0700;
  constexpr mode_t mode_bits = 07777;
  struct stat about {};
  if (::fstat(directory.get(), &about) != 0 || (about.st_mode & mode_bits) != private_mode)
    return "its mode is not 0700";
  struct stat found {};
  if (::fstatat(directory.get(), mark_name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(found.st_mode)) return {};
  if (has_only_own_names(path)) return {};
  return std::string("it has no file ") + mark_name + ", but entries that an operator does not make";
}

/// Refuses a base in which another user could replace this directory: a base that belongs neither to this
/// user nor to root, or a base that every user may write to and that is not sticky.
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

struct locked_dir {
  files::temp_dir directory;
  files::file_descriptor lock;
};

/// True if a process that looks for leftovers has taken the directory before this process locked it. A lock
/// on the base would prevent that, but every user who may read the base could hold that lock for ever. On a
/// file system without locks no process takes a directory.
bool is_taken(const locked_dir& x) {
  if (!x.lock) return errno == ENOENT;
  if (!lock(x.lock, LOCK_EX | LOCK_NB)) return errno == EWOULDBLOCK;
  return !is_at(x.lock, x.directory.path());
}

base::result<locked_dir> make_locked(const std::string& base, const std::string& prefix) {
  if (auto made = files::make_directories(base); !made) return tl::unexpected(made.error());
  if (auto safe = check_base(base); !safe) return tl::unexpected(safe.error());
  // A try fails only if another process takes the new directory at that very moment.
  constexpr int tries_max = 100;
  for (int i = 0; i < tries_max; ++i) {
    auto made = files::temp_dir::create(base, prefix);
    if (!made) return tl::unexpected(made.error());
    locked_dir x{std::move(*made), {}};
    x.lock = open_directory(x.directory.path());
    if (is_taken(x)) continue;
    if (x.lock) mark(x.lock);
    return x;
  }
  return base::fail(base::error_code::io, base + ": another process takes each directory that is made there");
}

/// Renames a file that a program has put in the place of the directory. Only the owner of the file knows
/// whether it can be removed. So its new name does not have the prefix by which leftovers are found.
base::result<void> move_aside(const std::string& path) {
  constexpr int names_max = 100;
  const std::filesystem::path place(path);
  for (int i = 1; files::path_exists(path); ++i) {
    const auto aside = place.parent_path() / ("moved-aside-" + std::to_string(i) + "-" + place.filename().string());
    if (i > names_max) return files::system_failure(path, "cannot be made again", EEXIST);
    if (files::path_exists(aside)) continue;
    if (::rename(path.c_str(), aside.c_str()) != 0 && errno != ENOENT)
      return files::system_failure(path, "cannot be made again", errno);
  }
  return {};
}

} // namespace

base::result<claimed_dir> claimed_dir::create(const std::string& base, const std::string& prefix) {
  auto made = make_locked(base, prefix);
  if (!made) return tl::unexpected(made.error());
  return claimed_dir(std::move(made->directory), std::move(made->lock));
}

base::result<bool> claimed_dir::restore() {
  const std::lock_guard guard(*mutex_);
  if (is_there()) return false;
  const std::filesystem::path path(path_);
  const auto name = path.filename().string();
  // Until the new directory is locked, it has another name. Another operator may take the unlocked directory
  // for a leftover, and then kills the programs with the name of the directory in their environment. No
  // program carries the other name, but the programs of this operator carry the final name.
  auto made = make_locked(path.parent_path(), name.substr(0, name.size() - random_letters));
  if (!made) return tl::unexpected(made.error());
  if (auto free = move_aside(path_); !free) return tl::unexpected(free.error());
  if (::rename(made->directory.path().c_str(), path_.c_str()) != 0)
    return files::system_failure(path_, "cannot be made again", errno);
  (void)made->directory.release();
  lock_ = std::move(made->lock);
  return true;
}

bool claimed_dir::is_there() const {
  // Without a descriptor this directory cannot be compared with the file at the path, so any file there
  // counts.
  return lock_ ? is_at(lock_, path_) : files::path_exists(path_);
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
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(base, ignored)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const auto directory = open_directory(entry.path());
    // A directory of another user is not a leftover of this user.
    if (!directory || !is_own(directory)) continue;
    if (auto why = why_foreign(entry.path(), prefix, directory); !why.empty()) {
      found.push_back({entry.path(), 0, false, std::move(why)});
      continue;
    }
    // A lock that is held belongs to a running operator.
    if (!lock(directory, LOCK_EX | LOCK_NB)) continue;
    // The owner of the directory may have made it again meanwhile.
    if (!is_at(directory, entry.path())) continue;
    const auto survivors = end_survivors(entry.path(), survivors_end_within);
    const bool goes = directories == unclaimed::removed && survivors.left == 0;
    const bool is_removed = goes && files::remove_tree(entry.path());
    if (survivors.killed > 0 || is_removed) found.push_back({entry.path(), survivors.killed, is_removed, {}});
  }
  return found;
}

} // namespace sys::process
