#pragma once

#include "trace/ring.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace trace {

/// Packed events in a row.
struct feed_block {
  std::string events;
  std::uint64_t count = 0;

  /// True if the event fits into the reserved memory.
  [[nodiscard]] bool has_room_for(trace::packed_event x) const noexcept {
    return events.capacity() - events.size() >= x.bytes.size();
  }
  void add(trace::packed_event x) {
    events += x.bytes;
    ++count;
  }
};

/// Collects the events of all threads. The last events stay here, in a ring; for a file and for a collector
/// they are also gathered in blocks until the TRACE RECORDER takes them. If events are only kept in the ring,
/// the recorder is not woken, because a wake-up would cost as much as recording. Thread-safe.
class feed {
public:
  /// The time at which the recorder is woken for the first event after its last `take`.
  enum class wake { never, soon, at_once };

  struct bounds {
    std::size_t memory_bytes_max;  ///< of the ring; 0: no ring
    std::size_t waiting_bytes_max; ///< of events that wait for the recorder; events above it are dropped and counted
  };
  /// The events that wait for the recorder.
  enum class handing_on { nothing, everything };
  struct taken {
    std::vector<feed_block> blocks; ///< in the order of arrival
    std::uint64_t dropped = 0;      ///< events that were dropped since the last `take`
  };

  feed(bounds limits, handing_on what, wake usual)
    : limits_(limits), handing_on_(what), usual_(usual), memory_(limits.memory_bytes_max) {}

  /// @returns the time at which the caller has to wake the recorder
  [[nodiscard]] wake put(trace::packed_event x);
  /// Hands out all waiting events. The next event wakes the recorder again.
  [[nodiscard]] taken take();
  /// Sets the way in which the recorder is woken from now on.
  void wake_for_each(wake x);

  /// The last events, see `trace::ring::copy`.
  [[nodiscard]] trace::remembered_events remembered(std::uint64_t after) const;
  /// The number of all events so far.
  [[nodiscard]] std::uint64_t added() const;

private:
  void let_wait(trace::packed_event x);

  const bounds limits_;
  const handing_on handing_on_;
  mutable std::mutex mutex_;
  wake usual_;
  bool is_announced_ = false; ///< the recorder has been woken, and has not looked yet
  trace::ring memory_;
  taken waiting_;
  std::size_t waiting_bytes_ = 0;
};

} // namespace trace
