#include "sys/files/followed_tree.hpp"

#include "sys/files/system_error.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

namespace sys::files {

namespace {

struct close_directory {
  void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};

/// A directory that the walk is in.
struct entered_directory {
  dev_t device = 0;
  ino_t number = 0;
  std::string path;
};

base::result<struct stat> look_at(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0) return about;
  const int reason = errno;
  if (reason == ENOENT && ::lstat(path.c_str(), &about) == 0)
    return base::fail(base::error_code::not_found, path + ": the link leads nowhere");
  return system_failure(path, "cannot be looked at", reason);
}

/// All names in a directory. They are read before the first of them is entered, so a deep tree does not hold
/// a descriptor for each level.
base::result<std::vector<std::string>> names_in(const std::string& path) {
  const std::unique_ptr<DIR, close_directory> directory(::opendir(path.c_str()));
  if (!directory) return system_failure(path, "cannot be listed", errno);
  std::vector<std::string> names;
  for (errno = 0; const dirent* found = ::readdir(directory.get()); errno = 0)
    if (const std::string_view name = found->d_name; name != "." && name != "..") names.emplace_back(name);
  if (errno != 0) return system_failure(path, "cannot be listed", errno);
  return names;
}

class tree_walker {
public:
  tree_walker(const std::string& root, const followed_walk& walk) : root_(root), walk_(walk) {}

  base::result<std::vector<tree_entry>> list() {
    const auto about = look_at(root_);
    if (!about) return tl::unexpected(about.error());
    if (auto entered = enter("", *about); !entered) return tl::unexpected(entered.error());
    std::sort(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return std::move(entries_);
  }

private:
  [[nodiscard]] std::string place_of(const std::string& path) const {
    return path.empty() ? root_ : root_ + '/' + path;
  }

  /// @param path of a directory below the root; empty: the root itself
  base::result<void> enter(const std::string& path, const struct stat& about) {
    for (const auto& above : entered_)
      if (above.device == about.st_dev && above.number == about.st_ino)
        return base::fail(base::error_code::invalid_input,
                          fmt::format("{}: the link leads back into {}, so that there is no end: remove it",
                                      place_of(path), above.path));
    const auto names = names_in(place_of(path));
    if (!names) return tl::unexpected(names.error());
    entered_.push_back({about.st_dev, about.st_ino, place_of(path)});
    for (const auto& name : *names)
      if (auto taken = take(path.empty() ? name : path + '/' + name); !taken) return taken;
    entered_.pop_back();
    return {};
  }

  base::result<void> take(const std::string& path) {
    if (walk_.passes_by && walk_.passes_by(path)) return {};
    const auto place = place_of(path);
    const auto about = look_at(place);
    if (!about) return tl::unexpected(about.error());
    struct stat itself {};
    tree_entry entry;
    entry.path = path;
    entry.mode = about->st_mode & 07777;
    entry.is_directory = S_ISDIR(about->st_mode);
    entry.is_executable = S_ISREG(about->st_mode) && (about->st_mode & 0111) != 0;
    entry.is_symlink = ::lstat(place.c_str(), &itself) == 0 && S_ISLNK(itself.st_mode);
    if (walk_.leaves_out && walk_.leaves_out(entry)) return {};
    if (entries_.size() == followed_entries_max)
      return base::fail(base::error_code::invalid_input,
                        fmt::format("{}: has more than {} entries, links followed", root_, followed_entries_max));
    const bool is_directory = entry.is_directory;
    entries_.push_back(std::move(entry));
    return is_directory ? enter(path, *about) : base::result<void>{};
  }

  const std::string& root_;
  const followed_walk& walk_;
  std::vector<tree_entry> entries_;
  std::vector<entered_directory> entered_; ///< the outermost directory first
};

} // namespace

base::result<std::vector<tree_entry>> list_followed_tree(const std::string& root, const followed_walk& walk) {
  return tree_walker(root, walk).list();
}

} // namespace sys::files
