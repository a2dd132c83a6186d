#include "sys/files/file_tree.hpp"

#include "sys/files/system_error.hpp"

#include <dirent.h>
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

using open_directory = std::unique_ptr<DIR, close_directory>;

/// Examines a path; false if it has vanished meanwhile.
bool examine(const std::string& path, tree_entry& entry) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0) return false;
  entry.is_symlink = S_ISLNK(about.st_mode);
  // A link that leads nowhere keeps the result of lstat.
  struct stat target {};
  if (entry.is_symlink && ::stat(path.c_str(), &target) == 0) about = target;
  entry.mode = about.st_mode & 07777;
  entry.is_directory = S_ISDIR(about.st_mode);
  entry.is_executable = S_ISREG(about.st_mode) && (about.st_mode & 0111) != 0;
  return true;
}

/// Calls `take` with each name in an open directory. @returns false if the system fails, with errno
template <class Take>
bool read_names(DIR* directory, const Take& take) {
  for (errno = 0; const dirent* found = ::readdir(directory); errno = 0)
    if (std::string name = found->d_name; name != "." && name != "..") take(std::move(name));
  return errno == 0;
}

/// Appends the entries of a directory. `below` is its path under the root, empty or with `/` at its end.
base::result<void> list_into(std::vector<tree_entry>& entries, const std::string& root, const std::string& below) {
  const auto path = root + '/' + below;
  const open_directory directory(::opendir(path.c_str()));
  if (!directory) {
    if (errno == ENOENT && !below.empty()) return {};
    return system_failure(below.empty() ? root : path, "cannot be listed", errno);
  }
  const bool are_all = read_names(directory.get(), [&](std::string name) {
    tree_entry entry;
    entry.path = below + name;
    if (examine(path + name, entry)) entries.push_back(std::move(entry));
  });
  if (!are_all) return system_failure(path, "cannot be listed", errno);
  return {};
}

void sort_by_path(std::vector<tree_entry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
}

} // namespace

base::result<std::vector<tree_entry>> list_tree(const std::string& root) {
  std::vector<tree_entry> entries;
  if (auto listed = list_into(entries, root, ""); !listed) return tl::unexpected(listed.error());
  // `list_into` appends to the list, so a reference to an entry would become invalid.
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].is_directory || entries[i].is_symlink) continue;
    const auto below = entries[i].path + '/';
    if (auto listed = list_into(entries, root, below); !listed) return tl::unexpected(listed.error());
  }
  sort_by_path(entries);
  return entries;
}

base::result<std::vector<tree_entry>> list_directory(const std::string& root) {
  std::vector<tree_entry> entries;
  if (auto listed = list_into(entries, root, ""); !listed) return tl::unexpected(listed.error());
  sort_by_path(entries);
  return entries;
}

base::result<std::vector<std::string>> list_names(const std::string& root) {
  std::vector<std::string> names;
  const open_directory directory(::opendir(root.c_str()));
  if (!directory || !read_names(directory.get(), [&](std::string name) { names.push_back(std::move(name)); }))
    return system_failure(root, "cannot be listed", errno);
  return names;
}

base::result<directory_state> directory_state_of(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return system_failure(path, "cannot be examined", errno);
  const auto ns_of = [](const timespec& x) { return std::int64_t{x.tv_sec} * 1'000'000'000 + x.tv_nsec; };
  return directory_state{about.st_dev, about.st_ino, ns_of(about.st_mtim), ns_of(about.st_ctim)};
}

} // namespace sys::files
