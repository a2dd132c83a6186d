#pragma once

#include "core/bindings/compaction_bound.hpp"
#include "core/bindings/object_event.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <cstddef>
#include <vector>

namespace core::bindings {

/// The events of a binding that wait until its Synchronization run has succeeded, in the order of arrival.
///
/// A run may take long, or be tried again for hours, while its objects change all the time. So many events
/// are compacted: of an object that has changed several times only the newest state is kept; an object that
/// was added and deleted meanwhile is dropped, because the hook has never seen it; an object that was deleted
/// and added again keeps both events. After a compaction there are at most two events for each object that
/// the hook has seen or that exists.
class held_events {
public:
  /// So many are kept as they came, unless they are large.
  static constexpr std::size_t kept_as_they_came = 100;
  static constexpr std::size_t bytes_kept_as_they_came = std::size_t{16} << 20;

  void put(object_event x);
  /// Keeps only events that the snapshot does not contain.
  /// @pre no event has been compacted
  void drop_seen(const snapshot_position& seen);
  /// Events may be compacted from now on: the hook has seen the state before the first held event.
  void allow_compaction() noexcept { may_compact_ = true; }
  [[nodiscard]] std::vector<object_event> take();
  void clear();

  [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }

private:
  void compact();

  std::vector<object_event> events_;
  std::size_t bytes_ = 0;
  compaction_bound bound_{{kept_as_they_came, bytes_kept_as_they_came}};
  bool may_compact_ = false;
};

} // namespace core::bindings
