#pragma once

#include <algorithm>
#include <cstddef>

namespace core::bindings {

/// The size of events that wait for a hook.
struct waiting_size {
  std::size_t events = 0;
  std::size_t bytes = 0; ///< of the objects' texts
};

/// Decides when waiting events are compacted to the newest state of each object: first when their number or
/// their bytes exceed a limit, then each time when they have doubled since the last compaction. So many
/// events share the cost of a compaction.
class compaction_bound {
public:
  explicit compaction_bound(waiting_size limit) : limit_(limit), next_(limit) {}

  [[nodiscard]] bool is_exceeded(const waiting_size& now) const noexcept {
    return now.events > next_.events || now.bytes > next_.bytes;
  }
  /// Sets the size of the events that remain after a compaction.
  void compacted_to(const waiting_size& rest) noexcept {
    next_ = {std::max(limit_.events, 2 * rest.events), std::max(limit_.bytes, 2 * rest.bytes)};
  }
  /// Goes back to the first limit, after a hook has seen waiting events.
  void reset() noexcept { next_ = limit_; }

private:
  waiting_size limit_;
  waiting_size next_;
};

} // namespace core::bindings
