#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace actors {

/// What the actor has to be told after something was added.
enum class gathering {
  goes_on,   ///< nothing: it knows that something waits
  has_begun, ///< that something waits; there is no hurry
  is_enough, ///< that it should take now what waits
};

/// Things that other threads have for an actor, gathered so that it is woken once for many of them. Thread-safe.
template <class T>
class gathered {
public:
  struct taken {
    std::vector<T> items;
    std::size_t dropped = 0; ///< how many did not fit since the last `take`
  };
  struct limits {
    std::size_t enough; ///< so many are worth a wake-up
    std::size_t max;    ///< so many may wait; what is more is dropped and counted
  };

  explicit gathered(limits x) : limits_(x) {}

  [[nodiscard]] gathering add(T item) {
    const std::lock_guard lock(mutex_);
    if (waiting_.items.size() == limits_.max) {
      ++waiting_.dropped;
      return gathering::goes_on;
    }
    waiting_.items.push_back(std::move(item));
    const auto count = waiting_.items.size();
    if (count == limits_.enough) return gathering::is_enough;
    return count == 1 ? gathering::has_begun : gathering::goes_on;
  }

  /// Hands out all that waits.
  [[nodiscard]] taken take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(waiting_, {});
  }

private:
  const limits limits_;
  std::mutex mutex_;
  taken waiting_;
};

} // namespace actors
