#include "sys/files/leftover_removal.hpp"

#include "sys/files/remove_tree.hpp"

#include <deque>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace sys::files {

namespace {

bool is_small(const std::string& directory) {
  std::error_code failure;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory, failure))
    if (++files > leftover_removal::files_at_once
        || entry.symlink_status(failure).type() == std::filesystem::file_type::directory)
      return false;
  return !failure;
}

} // namespace

struct leftover_removal::waiting {
  std::mutex mutex;
  std::deque<std::string> directories;
  bool has_thread = false;
  std::function<void()> on_removed;
};

leftover_removal::leftover_removal(std::function<void()> on_removed) : waiting_(std::make_shared<waiting>()) {
  waiting_->on_removed = std::move(on_removed);
}

void leftover_removal::remove(std::string directory) {
  if (is_small(directory)) return static_cast<void>(remove_tree(directory));
  const std::lock_guard guard(waiting_->mutex);
  if (waiting_->directories.size() >= waiting_max) return;
  waiting_->directories.push_back(std::move(directory));
  if (std::exchange(waiting_->has_thread, true)) return;
  // The thread is not joined, because a stop must not wait for a slow disk. The thread owns all objects that
  // it uses.
  std::thread([from = waiting_] {
    for (;;) {
      std::string next;
      {
        const std::lock_guard inner(from->mutex);
        from->has_thread = !from->directories.empty();
        if (!from->has_thread) return;
        next = std::move(from->directories.front());
        from->directories.pop_front();
      }
      (void)remove_tree(next);
      if (from->on_removed) from->on_removed();
    }
  }).detach();
}

} // namespace sys::files
