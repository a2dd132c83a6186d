#pragma once

#include "text/json/json_pointer.hpp"

#include <set>

namespace core::releases {

// Searches among places in values, which are sorted. A search looks at a few places for each token of the
// place that it asks for, however many places there are.

/// True if a place of the set is this place or lies around it. The whole document does not count.
[[nodiscard]] bool is_covered(const std::set<text::json_pointer>& places, const text::json_pointer& place);

/// True if a place of the set is this place or lies inside it.
[[nodiscard]] bool is_reached(const std::set<text::json_pointer>& places, const text::json_pointer& place);

} // namespace core::releases
