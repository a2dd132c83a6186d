#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::values {

/// Names of sections. Only a single change at a time may hold a section.
using turn_sections = std::set<std::string, std::less<>>;

/// A queue of tickets for changes of sections of values: a ticket waits for all earlier tickets that share a
/// section with it. No ticket waits for a later ticket, so two tickets never wait for each other. Plain and
/// single-threaded.
/// Why so: docs/decisions/one-change-of-a-section-at-a-time.md
class section_turns {
public:
  using ticket = std::uint64_t;

  /// Adds a ticket at the end of the queue.
  ticket join(turn_sections sections);

  /// True if no earlier ticket shares a section with `x`. False for a ticket that has left.
  [[nodiscard]] bool has_turn(ticket x) const;

  /// True if a later ticket shares a section with `x`, and so waits for it.
  [[nodiscard]] bool holds_up_others(ticket x) const;

  /// Leaves the queue.
  /// @returns the tickets that have their turn now, in the order of joining.
  std::vector<ticket> leave(ticket x);

private:
  /// In the order of joining, because ticket numbers only grow.
  std::map<ticket, turn_sections> line_;
  ticket last_ = 0;
};

} // namespace core::values
