#pragma once

#include "core/base/error.hpp"
#include "sys/file_descriptor.hpp"
#include "sys/temp_dir.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sys {

/// A private directory of this process in a place that it may share with others, locked (flock(2)) as long as the process
/// lives, and removed at destruction. After a process that was killed it stays without a lock, which is how
/// `remove_unclaimed_dirs` knows it.
class claimed_dir {
public:
  /// Makes `BASE/PREFIXxxxxxx`; the base directory is made if it is missing. Errors: `forbidden` if the base belongs to
  /// another user than this one and root, or if everybody may write to it and it is not sticky (chmod(1)).
  [[nodiscard]] static core::result<claimed_dir> create(const std::string& base, const std::string& prefix);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Leaves the directory behind, with its content.
  void keep() noexcept { (void)directory_.release(); }

private:
  claimed_dir(temp_dir directory, file_descriptor lock)
    : path_(directory.path()), lock_(std::move(lock)), directory_(std::move(directory)) {}

  std::string path_;
  file_descriptor lock_;
  temp_dir directory_; ///< last: removed while it is still locked
};

/// Removes the directories `BASE/PREFIX…` of processes that have ended, those of this user only. Directories that are
/// claimed by a process that lives stay, and so do all of them on a file system that knows no locks.
/// @returns the paths of those that were removed.
[[nodiscard]] std::vector<std::string> remove_unclaimed_dirs(const std::string& base, const std::string& prefix);

} // namespace sys
