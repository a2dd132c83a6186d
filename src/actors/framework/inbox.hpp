#pragma once

#include <cstddef>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace actors::framework {

/// The fill of an inbox.
enum class inbox_fill { empty, some, enough };

/// The change of an inbox by an item that was put into it.
struct inbox_change {
  inbox_fill before = inbox_fill::empty;
  inbox_fill now = inbox_fill::empty;

  /// The actor has to learn that an item waits.
  [[nodiscard]] bool begins() const noexcept { return before == inbox_fill::empty && now != inbox_fill::empty; }
  /// Enough has come to wake the actor at once.
  [[nodiscard]] bool reaches_enough() const noexcept {
    return before != inbox_fill::enough && now == inbox_fill::enough;
  }
};

/// Items on their way from other threads to an actor. However fast they come, a single message announces all
/// waiting items, so the mailbox does not grow with them: the sender posts it when `put` returns that the
/// wait begins. Thread-safe.
///
/// Bounds are of your choice. From `enough` on a sender that can wait should do so; it goes on after a `take`
/// of at least `enough`. Further items are kept, up to `max`; the rest is dropped and counted. Without bounds
/// all items are kept.
template <class T>
class inbox {
public:
  struct bounds {
    std::size_t enough = std::numeric_limits<std::size_t>::max();
    std::size_t max = std::numeric_limits<std::size_t>::max();
  };
  struct taken {
    std::vector<T> items;               ///< in the order of their coming
    inbox_fill was = inbox_fill::empty; ///< before they were taken
    std::size_t dropped = 0;            ///< how many have not found a place since the last `take`
  };

  inbox() = default;
  explicit inbox(bounds x) : bounds_(x) {}

  /// @param size its share of the bounds
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

  /// Hands out all that waits.
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
