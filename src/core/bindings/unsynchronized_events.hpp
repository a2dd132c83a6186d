#pragma once

#include "core/bindings/compaction_bound.hpp"
#include "core/bindings/object_event.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <cstddef>
#include <vector>

namespace core::bindings {

/// The events of a binding that wait for the success of its Synchronization run, in the order of arrival.
///
/// A run may take long, or be tried again for hours, while objects change all the time. So many events are
/// compacted. An object that has changed several times keeps only its newest state. An object that was added
/// and then deleted keeps no event, because the hook has never seen it. An object that was deleted and then
/// added keeps both events. So there are at most two events for each object that exists or that the hook has
/// seen.
class unsynchronized_events {
public:
  /// Up to this number, events are not compacted, unless they are large.
  static constexpr std::size_t kept_as_they_came = 100;
  static constexpr std::size_t bytes_kept_as_they_came = std::size_t{16} << 20;

  void put(object_event x);
  /// Drops the events that the snapshot contains.
  /// @pre no event has been compacted
  void drop_seen(const snapshot_position& seen);
  /// Allows compaction. From now on the hook has seen the state before the first held event.
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
