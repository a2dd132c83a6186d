#pragma once

#include "base/error.hpp"
#include "sys/files/file_descriptor.hpp"
#include "sys/files/temp_dir.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sys::process {

/// A private directory of this process in a place that other processes may share, locked (flock(2)) as long
/// as the process lives, and removed at destruction. The directory of a killed process stays, but without a
/// lock: so `take_over_unclaimed_dirs` recognizes it, by the empty file `.addon-operator` in it.
/// Why so: docs/decisions/directories-of-killed-operators.md
class claimed_dir {
public:
  /// Makes `BASE/PREFIXxxxxxx`; the base directory is made if it is missing. Errors: `forbidden` if the base
  /// belongs neither to this user nor to root, or if every user may write to it and it is not sticky
  /// (chmod(1)).
  [[nodiscard]] static base::result<claimed_dir> create(const std::string& base, const std::string& prefix);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Makes the directory again, under the same path, if it was removed: some programs remove old files in
  /// /tmp. If another file is at its path, that file is renamed to `moved-aside-N-…` beside it. May be called
  /// from any thread; called before each use.
  /// @returns true if it had to be made. Errors: as of `create`.
  [[nodiscard]] base::result<bool> restore();

  /// Leaves the directory behind, with its content.
  void keep() noexcept { (void)directory_.release(); }

  /// Removes the directory now, unless it is kept, even while other threads still use it. For a process that
  /// ends without the destructors of its objects.
  void remove() noexcept;

private:
  claimed_dir(files::temp_dir directory, files::file_descriptor lock)
    : path_(directory.path()), lock_(std::move(lock)), directory_(std::move(directory)) {}
  [[nodiscard]] bool is_there() const;

  std::string path_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>(); ///< guards `lock_`
  files::file_descriptor lock_;
  files::temp_dir directory_; ///< last: removed while it is still locked
};

/// A directory left behind by a killed process, or a directory of another maker with a similar name.
struct unclaimed_dir {
  std::string path;
  std::size_t killed = 0; ///< processes that it had started, and that lived on
  bool is_removed = false;
  std::string foreign{}; ///< set: the reason why it is no directory of an operator; it is left untouched
};

/// Whether the leftover directories are removed or kept.
enum class unclaimed { removed, kept };

/// Takes over the directories `BASE/PREFIX…` of this user whose processes have ended: kills the programs that
/// these processes had started (see `end_survivors`), then removes the directory; if such a program does not
/// end, its directory stays. A directory that is locked by a running process stays. On a file system without
/// locks all directories stay.
///
/// A directory counts as made by `claimed_dir` if its name ends with six letters or digits after the prefix
/// (mkdtemp(3)), its mode is 0700, and it has the file `.addon-operator`. Older versions made no such file:
/// then all of its entries must be named `run-…` or `helm-…`. Other directories of this user are in the
/// answer as `foreign`. Blocks.
[[nodiscard]] std::vector<unclaimed_dir> take_over_unclaimed_dirs(const std::string& base, const std::string& prefix,
                                                                  unclaimed directories);

} // namespace sys::process
