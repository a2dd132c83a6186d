#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::values {

/// Names of things that belong to one change at a time.
using turn_sections = std::set<std::string, std::less<>>;

/// A queue of tickets for changes of sections of values: a ticket waits for all earlier tickets that share a
/// section with it. No ticket waits for a later ticket, so two tickets never wait for each other. Plain and
/// single-threaded.
/// Why so: docs/decisions/one-change-of-a-section-at-a-time.md
class section_turns {
public:
  using ticket = std::uint64_t;

  /// Joins at the end of the line.
  ticket join(turn_sections sections);

  /// True if no earlier ticket wants any of its sections. False for a ticket that has left.
  [[nodiscard]] bool has_turn(ticket x) const;

  /// True if a later ticket waits for any of its sections.
  [[nodiscard]] bool holds_up_others(ticket x) const;

  /// Leaves the queue.
  /// @returns the tickets whose turn comes by that, in the order of joining.
  std::vector<ticket> leave(ticket x);

private:
  /// In the order of joining, because tickets rise.
  std::map<ticket, turn_sections> line_;
  ticket last_ = 0;
};

} // namespace core::values
