#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace base {

/// Work of an actor that has to give way to other actors on the same threads: it is done in the order of its coming, part
/// by part, and after each portion of time it rests. A part of the INFORMER.
///
/// A reminder ends the rest, and no message that the actor tells itself at once: an actor with something in its mailbox
/// may keep its thread for a hundred messages more.
class portioned_work {
public:
  /// Does a part of the work. @returns whether that was the last part.
  using part = std::function<bool()>;
  /// A clock that only rises, in microseconds.
  using clock = std::function<std::int64_t()>;
  /// Called when a portion is used up: `go_on` is to be called after that time.
  using on_rest = std::function<void(std::chrono::microseconds)>;

  /// @param portion how long work may take between two rests; the part that passes it is done to its end. Zero: it rests
  ///   after each part.
  portioned_work(std::chrono::microseconds portion, clock now_us, on_rest rest);

  /// Adds work: behind all other work, or, from within a part, before all that is left. It is done at once unless other
  /// work is left.
  void add(part x);
  /// The rest is over.
  void go_on();
  /// Forgets the work that is left. Not from within a part.
  void clear() noexcept { left_.clear(); }

  [[nodiscard]] bool empty() const noexcept { return left_.empty(); }

private:
  void work();
  void do_part();

  std::chrono::microseconds portion_;
  clock now_us_;
  on_rest rest_;
  std::deque<part> left_;             ///< bound: by its owner
  std::vector<part> born_;            ///< by the part that is being done
  std::chrono::microseconds used_{0}; ///< since the last rest
  bool works_ = false;
  bool rests_ = false;
};

} // namespace base
