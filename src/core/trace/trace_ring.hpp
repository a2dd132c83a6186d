#pragma once

#include "core/trace/trace_event.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace core {

/// The last events of a run, as many as fit into a number of bytes. They lie packed in a few blocks, so that thousands of
/// them are no thousands of allocations; the oldest block goes as a whole. Not thread-safe.
class trace_ring {
public:
  /// @param bytes_max of all blocks together; 0 keeps nothing
  explicit trace_ring(std::size_t bytes_max) noexcept;

  /// Adds an event behind the others. The oldest ones make room for it; one that is too large by itself is not kept.
  void add(const trace_event& x);

  /// How many events it has.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// How many have been added in all. The events of the ring are the last of them.
  [[nodiscard]] std::uint64_t added() const noexcept { return added_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// Takes out the events that were added after the first `before` ones, in the order in which they were added.
  void read(std::uint64_t before, const std::function<void(trace_event)>& take) const;

private:
  struct block {
    std::string events; ///< packed
    std::uint64_t count = 0;
  };

  /// The block behind the others with room for so many bytes.
  block& block_for(std::size_t bytes);
  void drop_oldest();

  std::size_t bytes_max_;
  std::size_t block_bytes_;
  std::size_t bytes_ = 0; ///< that the blocks have allocated
  std::uint64_t size_ = 0;
  std::uint64_t added_ = 0;
  std::deque<block> blocks_;
  std::string packed_; ///< the event that is being added; kept for its memory
};

} // namespace core
