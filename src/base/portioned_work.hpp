#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace base {

/// The work of an actor that has to give way to other actors on the same threads. It is done in order, part
/// by part, with a rest after each portion of time. A part of the INFORMER.
///
/// A reminder ends the rest. A message of the actor to itself would not do: an actor with a message in its
/// mailbox may keep its thread for a hundred more messages.
class portioned_work {
public:
  /// Does a part of the work. @returns whether that was the last part.
  using part = std::function<bool()>;
  /// A clock that only rises, in microseconds.
  using clock = std::function<std::int64_t()>;
  /// Called when a portion is used up: `go_on` is to be called after that time.
  using on_rest = std::function<void(std::chrono::microseconds)>;

  /// @param portion time of work between two rests; a part that passes it is done to its end. Zero: rests
  /// after each part.
  portioned_work(std::chrono::microseconds portion, clock now_us, on_rest rest);

  /// Adds work behind all other work. A call from within a part adds it before all work that is left. It is
  /// done at once unless other work is left.
  void add(part x);
  /// The rest is over.
  void go_on();
  /// Forgets the work that is left. @pre not called from within a part
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
