#pragma once

#include <optional>
#include <string>

namespace core::tasks {

/// Whether tasks of a queue may begin. Neither a pause nor a drain ends a running task.
class queue_pause {
public:
  /// A person holds the queue, or holds it no longer.
  /// @param why since when and by whom; nullopt ends the pause
  void pause(const std::optional<std::string>& why) { why_ = why.value_or(""); }

  /// No task begins any more, because the operator stops.
  void drain() noexcept { is_draining_ = true; }

  [[nodiscard]] bool may_begin() const noexcept { return !is_draining_ && !is_paused(); }
  [[nodiscard]] bool is_paused() const noexcept { return !why_.empty(); }
  [[nodiscard]] bool is_draining() const noexcept { return is_draining_; }

  /// Since when and by whom the queue is held; empty: it is not paused.
  [[nodiscard]] const std::string& why() const noexcept { return why_; }

private:
  std::string why_;
  bool is_draining_ = false;
};

} // namespace core::tasks
