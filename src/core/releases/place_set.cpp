#include "core/releases/place_set.hpp"

namespace core::releases {

bool is_covered(const std::set<text::json_pointer>& places, const text::json_pointer& place) {
  text::json_pointer around;
  for (const auto& token : place.tokens) {
    around.tokens.push_back(token);
    // Places inside `around` follow directly behind it in the set. So if the first place from there on is
    // neither `around` nor inside it, the set has no such place.
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
