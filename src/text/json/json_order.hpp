#pragma once

#include "text/json/json.hpp"

namespace text {

/// Compares two values in an order that is the same everywhere: less than 0, 0 or greater than 0. Values are equal in it if
/// they are by `==`: 1 and 1.0 are.
[[nodiscard]] int compare(const json& a, const json& b);

} // namespace text
