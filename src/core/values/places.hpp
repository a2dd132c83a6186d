#pragma once

#include "core/text/json_pointer.hpp"

#include <map>

namespace core {

/// Erases what is known of a place and of all places inside it: in the order of pointers these follow it at once.
template <class Value>
void erase_inside(std::map<json_pointer, Value>& known, const json_pointer& place) {
  const auto first = known.lower_bound(place);
  auto last = first;
  while (last != known.end() && place.contains(last->first)) ++last;
  known.erase(first, last);
}

} // namespace core
