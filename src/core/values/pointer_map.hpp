#pragma once

#include "text/json/json_pointer.hpp"

#include <map>

namespace core::values {

/// Erases the entries of a place and of all places inside it: in the order of pointers these follow it at
/// once.
template <class Value>
void erase_inside(std::map<text::json_pointer, Value>& known, const text::json_pointer& place) {
  const auto first = known.lower_bound(place);
  auto last = first;
  while (last != known.end() && place.contains(last->first)) ++last;
  known.erase(first, last);
}

} // namespace core::values
