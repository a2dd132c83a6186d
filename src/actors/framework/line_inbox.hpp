#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actors {

/// Lines on their way from a reactor's thread to an actor. However fast they come, a single message announces all that
/// wait, so the mailbox does not grow with them. Thread-safe.
class line_inbox {
public:
  /// Adds a line.
  /// @returns true if the receiver has to be told: nothing was waiting before.
  bool put(std::string_view line) {
    const std::lock_guard lock{mutex_};
    lines_.emplace_back(line);
    return lines_.size() == 1;
  }

  /// Takes all lines, in order.
  [[nodiscard]] std::vector<std::string> take() {
    const std::lock_guard lock{mutex_};
    return std::exchange(lines_, {});
  }

private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

} // namespace actors
