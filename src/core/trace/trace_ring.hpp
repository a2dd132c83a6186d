#pragma once

#include "core/trace/trace_event.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace core {

/// The last events of a run, as many as fit into a number of bytes. Not thread-safe.
class trace_ring {
public:
  /// @param bytes_max of all events together, as `bytes_of` counts them; 0 keeps nothing
  explicit trace_ring(std::size_t bytes_max) noexcept : bytes_max_(bytes_max) {}

  /// Adds an event behind the others. The oldest ones make room for it; one that is too large by itself is not kept.
  void add(trace_event x);

  /// In the order in which they were added.
  [[nodiscard]] const std::deque<trace_event>& events() const noexcept { return events_; }
  /// How many have been added in all. The events of the ring are the last of them.
  [[nodiscard]] std::uint64_t added() const noexcept { return added_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
  std::size_t bytes_max_;
  std::size_t bytes_ = 0;
  std::uint64_t added_ = 0;
  std::deque<trace_event> events_;
};

/// The memory that an event takes, with its texts.
[[nodiscard]] std::size_t bytes_of(const trace_event& x) noexcept;

} // namespace core
