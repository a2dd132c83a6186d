#pragma once

#include "text/json/json_pointer.hpp"

#include <map>

namespace core::values {

/// Erases the entries of a place and of all places inside it. In the order of pointers the inner places
/// follow directly after the outer place.
template <class Value>
void erase_inside(std::map<text::json_pointer, Value>& known, const text::json_pointer& place) {
  const auto first = known.lower_bound(place);
  auto last = first;
  while (last != known.end() && place.contains(last->first)) ++last;
  known.erase(first, last);
}

} // namespace core::values
