#pragma once

#include "core/trace/trace_event.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The last events of a trace, as the lines that a trace file consists of: that is a third of what they take as objects.
/// Lines lie in blocks, so that one of them costs no memory of its own.
class trace_ring {
public:
  struct limits {
    std::size_t events_max = 100'000;
    std::size_t bytes_max = 8 << 20; ///< of the lines
  };

  explicit trace_ring(limits x) : limits_(x) {}

  /// Adds the lines of `count` events; the oldest ones go when there are too many.
  /// @param lines each with its line break.
  void add(std::string lines, std::size_t count);

  /// From the oldest one on.
  [[nodiscard]] std::vector<trace_event> events() const;

private:
  struct block {
    std::string lines;
    std::size_t begin = 0; ///< of the oldest line that is kept
  };

  void drop_oldest();

  limits limits_;
  std::deque<block> blocks_;
  std::size_t events_ = 0;
  std::size_t bytes_ = 0; ///< of what is kept
};

} // namespace core
