#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <vector>

namespace core::schema {

/// The indices of items that are equal to an earlier one, in order. Takes n log n comparisons, whatever the items are: hashes
/// of them could be made equal.
[[nodiscard]] std::vector<std::size_t> repeated_items(const text::json::array_type& items);

} // namespace core::schema
