#pragma once

#include "sys/process.hpp"

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actors {

/// Lines of a process on their way from the reactor's thread to the actor that runs it. However many there are, a single
/// message announces all that wait, and a process that prints faster than the actor takes is paused. Thread-safe.
class output_inbox {
public:
  struct line {
    sys::stream from;
    std::string text;
  };
  struct put_result {
    bool is_first = false;             ///< the actor has to be told: nothing was waiting before
    sys::flow next = sys::flow::go_on; ///< for the reactor
  };
  struct taken {
    std::vector<line> lines;
    bool paused = false; ///< the process has to be resumed
  };

  /// @param bytes_enough how much may wait before the process is paused; what comes nevertheless is kept.
  explicit output_inbox(std::size_t bytes_enough) : bytes_enough_(bytes_enough) {}

  [[nodiscard]] put_result put(sys::stream from, std::string_view text) {
    const std::lock_guard lock(mutex_);
    waiting_.lines.push_back({from, std::string(text)});
    bytes_ += sizeof(line) + text.size();
    if (bytes_ >= bytes_enough_) waiting_.paused = true;
    return {waiting_.lines.size() == 1, waiting_.paused ? sys::flow::pause : sys::flow::go_on};
  }

  /// Hands out all that waits, in order.
  [[nodiscard]] taken take() {
    const std::lock_guard lock(mutex_);
    bytes_ = 0;
    return std::exchange(waiting_, {});
  }

private:
  std::mutex mutex_;
  std::size_t bytes_enough_;
  std::size_t bytes_ = 0;
  taken waiting_;
};

} // namespace actors
