#pragma once

#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace simulation {

/// Compares findings with expectations, and names each difference with its place:
/// `spec.replicas: expected 2, found 1`.
///
/// A mapping may have more members than expected; a list must have the expected length. Null means an absent
/// member or null. A mapping with a single key that begins with `$` is a condition: `{$contains: X}` fits a
/// text that contains the text X, or a list with an item that fits X; `{$not: X}` fits every value that does
/// not fit X.
[[nodiscard]] std::vector<std::string> tree_differences(const text::json& expected, const text::json& found);

} // namespace simulation
