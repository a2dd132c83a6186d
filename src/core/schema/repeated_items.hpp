#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <vector>

namespace core::schema {

/// The indices of items that are equal to an earlier item, in order. Takes n log n comparisons for any items.
/// It uses no hashes, because an attacker could choose items with equal hashes.
[[nodiscard]] std::vector<std::size_t> repeated_items(const text::json::array_type& items);

} // namespace core::schema
