#pragma once

#include "core/trace/trace_ring.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace actors {

/// Events of all threads on their way to the TRACE RECORDER. They are gathered in blocks, as its memory keeps them, so the
/// recorder sleeps until a block is full unless somebody looks. Thread-safe.
class trace_feed {
public:
  /// When the recorder is woken.
  enum class wake { for_a_full_block, soon, at_once };

  struct bounds {
    std::size_t block_bytes; ///< a block for whose next event more would be needed is full
    std::size_t bytes_max;   ///< of what waits; what comes beyond is dropped and counted
  };
  struct taken {
    std::vector<core::trace_block> blocks; ///< in the order of their coming
    std::uint64_t dropped = 0;             ///< how many have not found a place since the last `take`
  };

  trace_feed(bounds limits, wake usual) : limits_(limits), usual_(usual) {}

  /// @returns how the recorder has to be woken; `for_a_full_block`: not yet
  [[nodiscard]] wake put(core::packed_event x);
  /// Hands out all that waits.
  [[nodiscard]] taken take();
  /// Hands out full blocks only, unless the recorder is woken for each event.
  [[nodiscard]] taken take_enough();
  /// Memory for the next block, so that a flood does not take new memory from the system for each one. One is kept.
  void give_back(std::string spare);
  /// How the recorder is woken for the first event that comes after a `take`.
  /// @returns whether something waits already, for which it will not be woken
  [[nodiscard]] bool wake_for_each(wake x);

private:
  const bounds limits_;
  std::mutex mutex_;
  wake usual_;
  taken waiting_;
  std::string spare_;
  std::size_t bytes_ = 0;
};

} // namespace actors
