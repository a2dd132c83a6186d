#pragma once

#include "core/text/json.hpp"

#include <cstddef>
#include <vector>

namespace core {

/// The indices of items that are equal to an earlier one, in time that is about linear in their number.
[[nodiscard]] std::vector<std::size_t> repeated_items(const json::array_type& items);

} // namespace core
