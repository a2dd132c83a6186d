#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace sys::files {

/// Removes directories with unknown content, as programs leave it: thousands of nested folders take long on a
/// slow disk, and the caller must not wait. A large directory is removed by a thread of its own, which ends
/// when no directory waits. The end of the program does not wait for it.
class leftover_removal {
public:
  /// Bound: further directories stay until the directory around them is removed.
  static constexpr std::size_t waiting_max = 1000;
  /// A directory without folders and with at most this number of files is removed at once.
  static constexpr std::size_t files_at_once = 16;

  /// @param on_removed called on the thread after each removal of a large directory; may be empty
  explicit leftover_removal(std::function<void()> on_removed = {});

  /// Not thread-safe.
  void remove(std::string directory);

private:
  struct waiting;
  std::shared_ptr<waiting> waiting_;
};

} // namespace sys::files
