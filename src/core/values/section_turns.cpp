#include "core/values/section_turns.hpp"

#include <algorithm>
#include <utility>

namespace core::values {
namespace {

bool meet(const turn_sections& a, const turn_sections& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& section) { return b.contains(section); });
}

} // namespace

section_turns::ticket section_turns::join(turn_sections sections) {
  line_.emplace(++last_, std::move(sections));
  return last_;
}

bool section_turns::has_turn(ticket x) const {
  const auto at = line_.find(x);
  return at != line_.end()
         && std::none_of(line_.begin(), at, [&](const auto& before) { return meet(before.second, at->second); });
}

bool section_turns::holds_up_others(ticket x) const {
  const auto at = line_.find(x);
  return at != line_.end() && std::any_of(std::next(at), line_.end(), [&](const auto& behind) {
           return meet(behind.second, at->second);
         });
}

std::vector<section_turns::ticket> section_turns::leave(ticket x) {
  const auto left = line_.extract(x);
  std::vector<ticket> begun;
  if (left.empty()) return begun;
  for (const auto& [other, sections] : line_)
    if (other > x && meet(sections, left.mapped()) && has_turn(other)) begun.push_back(other);
  return begun;
}

} // namespace core::values
