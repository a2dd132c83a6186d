#pragma once

#include <algorithm>
#include <cstddef>

namespace core::bindings {

/// The size of events that wait for a hook.
struct waiting_size {
  std::size_t events = 0;
  std::size_t bytes = 0; ///< of the texts that they show
};

/// Decides when waiting events are compacted to the newest state of each object: when they exceed a limit by
/// number or by bytes, and then again each time that the rest of the last compaction has doubled, so that
/// many events share the cost of a compaction.
class compaction_bound {
public:
  explicit compaction_bound(waiting_size limit) : limit_(limit), next_(limit) {}

  [[nodiscard]] bool is_exceeded(const waiting_size& now) const noexcept {
    return now.events > next_.events || now.bytes > next_.bytes;
  }
  /// Takes the size of the events that a compaction has left.
  void compacted_to(const waiting_size& rest) noexcept {
    next_ = {std::max(limit_.events, 2 * rest.events), std::max(limit_.bytes, 2 * rest.bytes)};
  }
  /// Events have been shown: the rest of the last compaction does not count any more.
  void reset() noexcept { next_ = limit_; }

private:
  waiting_size limit_;
  waiting_size next_;
};

} // namespace core::bindings
