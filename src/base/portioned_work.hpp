#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace base {

/// Counts the long works of all actors that share some threads. A long work has more to do than a portion.
/// Thread-safe.
class long_works {
public:
  void begin() noexcept { ++count_; }
  void end() noexcept { --count_; }
  [[nodiscard]] unsigned count() const noexcept { return count_; }

private:
  std::atomic<unsigned> count_{0};
};
using long_works_ptr = std::shared_ptr<long_works>;

/// The work of an actor that shares its threads with other actors. The parts are done in order, with a rest
/// after each portion of time. The rest grows with the number of long works, so that all long works together
/// use a single thread at most, in the long run. A part of the INFORMER.
///
/// The actor ends the rest by a delayed message to itself. With an immediate message other actors would not
/// get the thread: an actor with a message in its mailbox may keep its thread for a hundred messages.
class portioned_work {
public:
  /// A part of the work. @returns true if the part is done; false: it is called again.
  using part = std::function<bool()>;
  /// A steady clock (a clock that only rises), in microseconds.
  using clock = std::function<std::int64_t()>;
  /// Called when a portion is used up: `go_on` is to be called after that time.
  using on_rest = std::function<void(std::chrono::microseconds)>;

  /// @param portion time of work between two rests; a part that passes it is done to its end. Zero: rests
  /// after each part.
  /// @param all the works that share the thread
  portioned_work(std::chrono::microseconds portion, long_works_ptr all, clock now_us, on_rest rest);
  ~portioned_work() { be_long(false); }
  portioned_work(const portioned_work&) = delete;
  portioned_work& operator=(const portioned_work&) = delete;

  /// Adds a part behind all other parts, and does it at once unless another part is left. A part that is
  /// added from within a part comes before all parts that are left.
  void add(part x);
  /// The rest is over.
  void go_on();
  /// Forgets the work that is left. @pre not called from within a part
  void clear() noexcept { left_.clear(); }

  [[nodiscard]] bool empty() const noexcept { return left_.empty(); }

private:
  void work();
  void do_part();
  [[nodiscard]] std::chrono::microseconds rest_after(std::chrono::microseconds used) const;
  void be_long(bool x);

  std::chrono::microseconds portion_;
  long_works_ptr all_;
  clock now_us_;
  on_rest rest_;
  std::deque<part> left_;             ///< bound: by its owner
  std::vector<part> born_;            ///< added by the part that is being done
  std::chrono::microseconds used_{0}; ///< since the last rest
  bool is_long_ = false;              ///< counted in `all_`: from the first rest until no work is left
  bool works_ = false;
  bool rests_ = false;
};

} // namespace base
