#pragma once

#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace simulation {

/// Compares findings with expectations, and names each difference with its place:
/// `spec.replicas: expected 2, found 1`.
///
/// A mapping may have more members than are expected, a list may not. Null stands for an absent member or
/// null. A mapping with one key that begins with `$` is no mapping: `{$contains: TEXT}` is any text with TEXT
/// in it, or a list with an item that is as expected; `{$not: X}` is everything but X.
[[nodiscard]] std::vector<std::string> tree_differences(const text::json& expected, const text::json& found);

} // namespace simulation
