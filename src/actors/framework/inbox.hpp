#pragma once

#include <cstddef>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace actors::framework {

/// The fill of an inbox.
enum class inbox_fill { empty, some, enough };

/// The fill of an inbox before and after `put`.
struct inbox_change {
  inbox_fill before = inbox_fill::empty;
  inbox_fill now = inbox_fill::empty;

  /// True for the first waiting item, after which the sender must wake the actor.
  [[nodiscard]] bool begins() const noexcept { return before == inbox_fill::empty && now != inbox_fill::empty; }
  /// True for the item that reaches `bounds::enough`.
  [[nodiscard]] bool reaches_enough() const noexcept {
    return before != inbox_fill::enough && now == inbox_fill::enough;
  }
};

/// Items that other threads send to an actor. A single message announces all waiting items, so a flood of
/// items does not fill the mailbox. The sender posts this message when `inbox_change::begins` is true.
/// Thread-safe.
///
/// Both bounds are optional. At `enough` a sender that can wait should stop, and go on after a `take` with
/// `was == enough`. Items above `max` are dropped and counted.
template <class T>
class inbox {
public:
  struct bounds {
    std::size_t enough = std::numeric_limits<std::size_t>::max();
    std::size_t max = std::numeric_limits<std::size_t>::max();
  };
  struct taken {
    std::vector<T> items;               ///< in the order of arrival
    inbox_fill was = inbox_fill::empty; ///< the fill before the `take`
    std::size_t dropped = 0;            ///< items that were dropped since the last `take`
  };

  inbox() = default;
  explicit inbox(bounds x) : bounds_(x) {}

  /// @param size its size in terms of the bounds
  [[nodiscard]] inbox_change put(T item, std::size_t size = 1) {
    const std::lock_guard lock(mutex_);
    const auto before = waiting_.was;
    if (size > bounds_.max - size_) {
      ++waiting_.dropped;
      return {before, before};
    }
    waiting_.items.push_back(std::move(item));
    size_ += size;
    waiting_.was = size_ >= bounds_.enough ? inbox_fill::enough : inbox_fill::some;
    return {before, waiting_.was};
  }

  /// Removes and returns all waiting items.
  [[nodiscard]] taken take() {
    const std::lock_guard lock(mutex_);
    size_ = 0;
    return std::exchange(waiting_, {});
  }

private:
  const bounds bounds_;
  std::mutex mutex_;
  taken waiting_;
  std::size_t size_ = 0;
};

} // namespace actors::framework
