#pragma once

#include "core/cel/value.hpp"

#include <compare>
#include <optional>

namespace core::cel {

class budget;

/// Compares two numbers of any types: ints and uints exactly, both with a double as doubles; unordered with
/// NaN; nullopt if a value is no number.
[[nodiscard]] std::optional<std::partial_ordering> compare_numbers(const value& a, const value& b);

/// A total order of keys of maps: bool, then numbers by their values, then strings. Values of other types are
/// greater than keys, so that they are never found.
[[nodiscard]] int compare_keys(const value& a, const value& b);

/// The order of two values; nullopt if values of these types are not ordered.
[[nodiscard]] std::optional<std::partial_ordering> compare(const value& a, const value& b);

/// Spends the steps of a comparison of two texts, or of bytes; other values cost nothing here.
/// @returns false if the budget is used up
bool spend_comparison(const value& a, const value& b, budget& steps);

/// Spends the steps of a search for a key in a map. @returns false if the budget is used up
bool spend_search(const value& key, budget& steps);

/// `a == b` of CEL: numbers by their values, lists and maps by their items; values of different types differ.
/// Each compared item costs a step. If the budget is used up, the answer is false.
/// @pre neither has failed
[[nodiscard]] bool equal(const value& a, const value& b, budget& steps);

} // namespace core::cel
