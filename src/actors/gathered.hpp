#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace actors {

/// Things that other threads have for an actor, gathered so that its mailbox holds one message for any number of them.
/// Thread-safe.
template <class T>
class gathered {
public:
  struct taken {
    std::vector<T> items;
    std::size_t dropped = 0; ///< how many did not fit since the last `take`
  };

  /// @param weight_max how much may wait; what is more is dropped and counted.
  explicit gathered(std::size_t weight_max) : weight_max_(weight_max) {}

  /// @returns true if the actor must be told that something waits.
  [[nodiscard]] bool add(T item, std::size_t weight = 1) {
    const std::lock_guard lock(mutex_);
    if (weight_ + weight > weight_max_) {
      ++waiting_.dropped;
      return false;
    }
    weight_ += weight;
    waiting_.items.push_back(std::move(item));
    return waiting_.items.size() == 1;
  }

  /// Hands out all that waits.
  [[nodiscard]] taken take() {
    const std::lock_guard lock(mutex_);
    weight_ = 0;
    return std::exchange(waiting_, {});
  }

private:
  std::mutex mutex_;
  std::size_t weight_max_;
  std::size_t weight_ = 0;
  taken waiting_;
};

} // namespace actors
