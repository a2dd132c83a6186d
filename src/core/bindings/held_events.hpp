#pragma once

#include "core/bindings/object_event.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <cstddef>
#include <vector>

namespace core::bindings {

/// The events of one binding that wait until its Synchronization run has succeeded, in the order of their coming.
///
/// A run may take long, or be tried again for hours, while its objects change all the time. So many events are compacted:
/// of an object that has changed several times only the newest state is kept, and nothing of one that has come and gone,
/// of which the hook has never heard. An object that was deleted and has come back keeps both events. Then there are at
/// most two events for each object that the hook has seen or that exists, and as many as there were before the next
/// compaction.
class held_events {
public:
  /// So many are kept as they came.
  static constexpr std::size_t kept_as_they_came = 100;

  void put(object_event x);
  /// Keeps those that the snapshot does not have. @pre nothing has been compacted
  void drop_seen(const snapshot_position& seen);
  /// From now on the hook has seen what was before the first event that is held: events may be compacted.
  void allow_compaction() noexcept { may_compact_ = true; }
  [[nodiscard]] std::vector<object_event> take();
  void clear();

  [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }

private:
  void compact();

  std::vector<object_event> events_;
  std::size_t compact_at_ = kept_as_they_came;
  bool may_compact_ = false;
};

} // namespace core::bindings
