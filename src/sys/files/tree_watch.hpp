#pragma once

#include "base/error.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sys::files {

/// Waits for changes below directories, by inotify(7), on a thread of its own that sleeps until the kernel
/// reports a change. Links are followed, and the links on the way to a directory are watched, too: so a swap
/// of a link, as git-sync and mounted ConfigMaps do it, is a change.
///
/// A change is reported when no file is being written any more and nothing has happened for `quiet`: a file
/// counts as written when its writer closes it. A writer that pauses for `writer_patience` with an open file
/// is not waited for. Hidden names and `__pycache__` do not count. Bound: a watch for each directory; without
/// the right to more (fs.inotify.max_user_watches) the begin fails.
class tree_watch {
public:
  /// The path of the first change. Called on the thread of the watch.
  using on_change = std::function<void(const std::string& path)>;

  struct times {
    std::chrono::milliseconds quiet{50};
    std::chrono::milliseconds writer_patience{2000};
  };

  /// @param roots absolute paths of directories and files; a path that does not exist is waited for
  [[nodiscard]] static base::result<std::unique_ptr<tree_watch>> begin(std::vector<std::string> roots,
                                                                       on_change changed, times how);
  /// Ends the thread; no call is under way afterwards.
  ~tree_watch();

private:
  class loop;
  explicit tree_watch(std::unique_ptr<loop> all);

  std::unique_ptr<loop> loop_;
};

} // namespace sys::files
