#include "sys/files/remove_tree.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/files/system_error.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sys::files {

namespace {

struct close_directory {
  void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};

/// A directory that was entered, as the kernel knows it.
struct directory_identity {
  std::uint32_t device_major = 0;
  std::uint32_t device_minor = 0;
  std::uint64_t number = 0;
  std::uint64_t mount = 0; ///< 0: the kernel does not report it (before Linux 5.8)
  std::uint32_t mode = 0;

  /// True if both directories are on the same mount. The device alone does not show it: a directory of the
  /// same file system may be mounted at another place.
  [[nodiscard]] bool is_mounted_with(const directory_identity& x) const {
    return device_major == x.device_major && device_minor == x.device_minor && mount == x.mount;
  }
  [[nodiscard]] bool is(const directory_identity& x) const { return is_mounted_with(x) && number == x.number; }
};

base::result<directory_identity> identity_of(int directory, const std::string& path) {
  struct statx about {};
  if (::statx(directory, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_MNT_ID, &about) != 0)
    return system_failure(path, "cannot be examined", errno);
  const bool has_mount = (about.stx_mask & STATX_MNT_ID) != 0;
  return directory_identity{about.stx_dev_major, about.stx_dev_minor, about.stx_ino, has_mount ? about.stx_mnt_id : 0,
                            about.stx_mode};
}

/// Opens a directory, but not the target of a link. A directory that may not be read is made readable first.
file_descriptor open_below(int above, const char* name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  file_descriptor opened(::openat(above, name, flags));
  if (opened || errno != EACCES) return opened;
  if (::fchmodat(above, name, S_IRWXU, AT_SYMLINK_NOFOLLOW) == 0)
    opened = file_descriptor(::openat(above, name, flags));
  else
    errno = EACCES;
  return opened;
}

/// A directory between the root and the place where the removal is.
struct entered_directory {
  std::string name; ///< in the directory above
  directory_identity identity;
  std::vector<std::string> left; ///< directories in it that are not done
};

/// Walks the tree with a single open directory and goes up by `..`. So the depth is limited by neither the
/// stack, nor the number of descriptors, nor the longest path.
class tree_removal {
public:
  explicit tree_removal(const std::string& root) : root_(root) {}

  base::result<void> run() {
    if (::unlink(root_.c_str()) == 0 || errno == ENOENT || errno == ENOTDIR) return {};
    const int reason = errno;
    file_descriptor root = open_below(AT_FDCWD, root_.c_str());
    if (!root) return system_failure(root_, "cannot be removed", errno == ENOTDIR || errno == ELOOP ? reason : errno);
    if (auto entered = enter(std::move(root), root_); !entered) return entered;
    while (!way_.empty())
      if (auto moved = step(); !moved) return moved;
    if (::rmdir(root_.c_str()) != 0 && errno != ENOENT) note({}, errno);
    return first_failure_ ? base::result<void>(tl::unexpected(*first_failure_)) : base::result<void>();
  }

private:
  base::result<void> step() {
    if (way_.back().left.empty()) return leave();
    const auto name = std::move(way_.back().left.back());
    way_.back().left.pop_back();
    file_descriptor below = open_below(here_.get(), name.c_str());
    if (below) return enter(std::move(below), name);
    // An empty directory of another user can be removed, too.
    const int reason = errno;
    if (reason != ENOENT && ::unlinkat(here_.get(), name.c_str(), AT_REMOVEDIR) != 0) note(name, reason);
    return {};
  }

  base::result<void> enter(file_descriptor directory, const std::string& name) {
    const auto identity = identity_of(directory.get(), root_);
    if (!identity) return tl::unexpected(identity.error());
    if (!way_.empty() && !identity->is_mounted_with(way_.front().identity)) {
      note(name, EBUSY);
      return {};
    }
    // If the kernel refuses this change, it also refuses to remove the content, and that refusal is noted.
    if ((identity->mode & S_IRWXU) != S_IRWXU) (void)::fchmod(directory.get(), S_IRWXU);
    here_ = std::move(directory);
    way_.push_back({name, *identity, {}});
    remove_files();
    return {};
  }

  /// Removes all entries that are no directories. Directories are noted for later.
  void remove_files() {
    const std::unique_ptr<DIR, close_directory> listing(::fdopendir(::fcntl(here_.get(), F_DUPFD_CLOEXEC, 0)));
    if (!listing) return note({}, errno);
    for (errno = 0; const dirent* found = ::readdir(listing.get()); errno = 0) {
      const std::string_view name = found->d_name;
      if (name == "." || name == "..") continue;
      if (found->d_type != DT_DIR) {
        if (::unlinkat(here_.get(), found->d_name, 0) == 0 || errno == ENOENT) continue;
        // Linux says EISDIR of a directory, POSIX EPERM.
        if (const int reason = errno; found->d_type != DT_UNKNOWN || (reason != EISDIR && reason != EPERM)) {
          note(std::string(name), reason);
          continue;
        }
      }
      way_.back().left.emplace_back(name);
    }
    if (errno != 0) note({}, errno);
  }

  /// Goes up, and removes the directory that was left.
  base::result<void> leave() {
    const auto left = std::move(way_.back());
    way_.pop_back();
    if (way_.empty()) return {};
    file_descriptor above(::openat(here_.get(), "..", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!above) return system_failure(root_, "cannot be removed", errno);
    // If another program moves directories meanwhile, `..` may lead out of the tree.
    const auto identity = identity_of(above.get(), root_);
    if (!identity) return tl::unexpected(identity.error());
    if (!identity->is(way_.back().identity))
      return base::fail(base::error_code::conflict, root_ + ": cannot be removed: something moves directories in it");
    here_ = std::move(above);
    if (::unlinkat(here_.get(), left.name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) note(left.name, errno);
    return {};
  }

  /// Keeps the first reason only: the directories above cannot be removed because of it.
  void note(const std::string& name, int reason) {
    if (first_failure_) return;
    constexpr std::size_t shown_max = 200;
    std::string place;
    for (const auto& entered : way_) {
      if (place.size() > shown_max) break;
      place += &entered == &way_.front() ? "" : entered.name + "/";
    }
    place += name;
    if (place.size() > shown_max) place.resize(shown_max);
    const auto* what = reason == EBUSY ? "is mounted" : "cannot be removed";
    first_failure_ = system_failure(place.empty() ? root_ : root_ + "/" + place, what, reason).value();
  }

  const std::string& root_;
  file_descriptor here_;
  std::vector<entered_directory> way_; ///< from the root to where the removal is
  std::optional<base::error> first_failure_;
};

} // namespace

base::result<void> remove_tree(const std::string& path) {
  return tree_removal(path).run();
}

base::result<void> remove_tree_at_once(const std::string& path) {
  const auto gone = path + ".gone";
  const bool is_moved = ::rename(path.c_str(), gone.c_str()) == 0;
  return remove_tree(is_moved ? gone : path);
}

} // namespace sys::files
