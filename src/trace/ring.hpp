#pragma once

#include "trace/event.hpp"
#include "trace/packed_event.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace trace {

/// A copy of the last events of a run.
struct remembered_events {
  std::uint64_t before = 0; ///< the number of events of the run before this copy
  std::string events;       ///< for `take_remembered`
};

/// The last events of a run, as many as fit into a number of bytes: in a single piece of memory, in which the
/// newest follow the oldest. Not thread-safe.
class ring {
public:
  /// @param bytes_max 0 keeps no events
  explicit ring(std::size_t bytes_max) noexcept : bytes_max_(bytes_max) {}

  /// Adds an event at the end. The oldest events make room for it. An event that is larger than the whole
  /// ring is not kept, and neither are the events before it, because the ring has no gaps.
  void add(packed_event x);

  /// The number of events.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// The number of events that have been added in all. The events of the ring are the last of them.
  [[nodiscard]] std::uint64_t added() const noexcept { return added_; }

  /// Copies the events that were added after the first `after` events.
  [[nodiscard]] remembered_events copy(std::uint64_t after) const;

private:
  void make_room(std::size_t bytes);
  void drop_oldest();
  void clear();
  /// The bytes of the event at `place`, with its size before it.
  [[nodiscard]] std::size_t bytes_at(std::size_t place) const;

  std::size_t bytes_max_;
  std::unique_ptr<char[]> memory_; ///< from the first event on
  std::size_t begin_ = 0;          ///< of the oldest event
  std::size_t end_ = 0;            ///< of the newest event
  /// The end of the events in the last part of the memory, after which the ring continues at its beginning;
  /// nullopt: all events are in a single stretch.
  std::optional<std::size_t> turn_;
  std::uint64_t size_ = 0;
  std::uint64_t added_ = 0;
};

/// Calls `take` with each event, in order.
void take_remembered(const remembered_events& from, const std::function<void(event)>& take);

} // namespace trace
