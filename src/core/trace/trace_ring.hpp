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

/// The last events of a run, as many as fit into a number of bytes. They lie packed in a few blocks, so that thousands of
/// them are no thousands of allocations; the oldest block goes as a whole. Not thread-safe.
class trace_ring {
public:
  /// @param bytes_max of all blocks together; 0 keeps nothing
  explicit trace_ring(std::size_t bytes_max) noexcept : bytes_max_(bytes_max) {}

  /// How large blocks should be for it, so that it has several of them.
  [[nodiscard]] static std::size_t block_bytes(std::size_t bytes_max) noexcept;

  /// Adds events behind the others, into the last block as long as that has room. The oldest ones make room for them; a
  /// block that is too large by itself is not kept.
  /// @returns memory that it does not need any more, empty, for another block
  std::string add(trace_block x);

  /// How many events it has.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// How many have been added in all. The events of the ring are the last of them.
  [[nodiscard]] std::uint64_t added() const noexcept { return added_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// Takes out the events that were added after the first `before` ones, in the order in which they were added.
  void read(std::uint64_t before, const std::function<void(trace_event)>& take) const;

private:
  std::string drop_oldest();

  std::size_t bytes_max_;
  std::size_t bytes_ = 0; ///< that the blocks have allocated
  std::uint64_t size_ = 0;
  std::uint64_t added_ = 0;
  std::deque<trace_block> blocks_;
};

} // namespace core
