#include "core/releases/place_set.hpp"

namespace core::releases {

bool is_covered(const std::set<text::json_pointer>& places, const text::json_pointer& place) {
  text::json_pointer around;
  for (const auto& token : place.tokens) {
    around.tokens.push_back(token);
    // The first place that is not before `around` is `around` itself, or lies inside it, or no place does.
    const auto next = places.lower_bound(around);
    if (next == places.end() || !around.contains(*next)) return false;
    if (*next == around) return true;
  }
  return false;
}

bool is_reached(const std::set<text::json_pointer>& places, const text::json_pointer& place) {
  const auto next = places.lower_bound(place);
  return next != places.end() && place.contains(*next);
}

} // namespace core::releases
