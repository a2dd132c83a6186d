#pragma once

#include "core/trace/packed_event.hpp"
#include "core/trace/trace_event.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace core {

/// Packed events, one behind the other.
struct trace_block {
  std::string events;
  std::uint64_t count = 0;

  /// Whether an event finds a place in the memory that it has.
  [[nodiscard]] bool has_room_for(packed_event x) const noexcept {
    return events.capacity() - events.size() >= x.bytes.size();
  }
  void add(packed_event x) {
    events += x.bytes;
    ++count;
  }
};

/// A copy of the last events of a run.
struct remembered_events {
  std::uint64_t before = 0; ///< how many of the run are not in it
  std::string events;       ///< packed, one behind the other
};

/// The last events of a run, as many as fit into a number of bytes. They lie packed in a few blocks, so that thousands of
/// them are no thousands of allocations; the oldest block goes as a whole, and its memory becomes that of the newest. Not
/// thread-safe.
class trace_ring {
public:
  /// @param bytes_max of all blocks together; 0 keeps nothing
  explicit trace_ring(std::size_t bytes_max) noexcept;

  /// Adds an event behind the others. The oldest ones make room for it; one that is too large by itself is not kept, and
  /// neither is what came before it, as the ring has no gaps.
  void add(packed_event x);

  /// How many events it has.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// How many have been added in all. The events of the ring are the last of them.
  [[nodiscard]] std::uint64_t added() const noexcept { return added_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// Copies the events that were added after the first `after` ones, and those that share a block with them.
  [[nodiscard]] remembered_events copy(std::uint64_t after) const;

private:
  /// @returns memory of what had to go, if it is right for a block of this size
  [[nodiscard]] std::string make_room(std::size_t bytes);

  std::size_t bytes_max_;
  std::size_t block_bytes_;
  std::size_t bytes_ = 0; ///< that the blocks have allocated
  std::uint64_t size_ = 0;
  std::uint64_t added_ = 0;
  std::deque<trace_block> blocks_;
};

/// Takes out one by one the events that were added after the first `after` ones of the run.
void take_remembered(const remembered_events& from, std::uint64_t after, const std::function<void(trace_event)>& take);

} // namespace core
