#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core {

/// Names of things that belong to one change at a time.
using turn_sections = std::set<std::string, std::less<>>;

/// Whose turn it is to change which sections of values: whoever joins waits for all that joined before and want one of
/// the same sections. Nobody waits for somebody who joined later, so no two wait for each other. Plain and
/// single-threaded.
class section_turns {
public:
  using ticket = std::uint64_t;

  /// Joins at the end of the line.
  ticket join(turn_sections sections);

  /// Whether nobody is before that ticket who wants one of its sections. False for a ticket that has left.
  [[nodiscard]] bool has_turn(ticket x) const;

  /// Whether somebody behind that ticket waits for one of its sections.
  [[nodiscard]] bool holds_up_others(ticket x) const;

  /// Leaves the line. Answers the tickets whose turn has come by that, in the order of joining.
  std::vector<ticket> leave(ticket x);

private:
  /// In the order of joining, because tickets rise.
  std::map<ticket, turn_sections> line_;
  ticket last_ = 0;
};

} // namespace core
