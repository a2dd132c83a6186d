#pragma once

#include "text/json/json.hpp"

namespace text {

/// Compares two values: less than 0, 0 or greater than 0. The order is the same in every run. Two values
/// compare as 0 exactly if `==` says that they are equal, like 1 and 1.0.
[[nodiscard]] int compare(const json& a, const json& b);

} // namespace text
