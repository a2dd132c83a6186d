#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <limits>
#include <string_view>

namespace text {

// The weight of a tree of values: approximately its bytes in memory if no part of it is shared. A few letters
// of text may make many values (`[[],[]]`), and an alias of YAML or a `copy` of JSON Patch repeats a value
// for some letters more. Code that writes a tree out, or makes a view of the tree, needs memory for each
// repetition. So the weight is bounded while a tree is made.

/// The weight of a number, a truth value or null, beside its text.
inline constexpr std::size_t weight_of_scalar = 56;
/// The weight of a string, list or map, which is an object of its own in memory, beside its text.
inline constexpr std::size_t weight_of_block = 96;
/// The weight of the name of a member, beside its text.
inline constexpr std::size_t weight_of_name = 40;

/// The weight that a text may have as a tree, however short the text is.
inline constexpr std::size_t spare_weight = std::size_t{8} << 20;
/// The weight that each byte of a text adds to its limit. Ordinary texts stay below the limit; only texts of
/// very many one-letter values exceed it.
inline constexpr std::size_t weight_of_byte = 12;

/// The message about a text that exceeds its limit.
inline constexpr const char* tree_too_heavy =
  "its values take too much memory: 8 MiB and 12 times the text at most, where each value counts 56 bytes, each text, "
  "list "
  "and map 96, each name 40, and what aliases and merges repeat counts each time";

/// The weight that the values of a text may have.
class weight_budget {
public:
  /// @param spare in addition to the weight that the text itself allows. Several texts may share it.
  explicit weight_budget(std::size_t text_bytes, std::size_t spare = spare_weight)
    : left_(weight_of_byte * text_bytes + spare) {}

  /// Takes a weight. A request for more than the rest takes no weight, and returns false.
  [[nodiscard]] bool take(std::size_t weight) noexcept {
    if (weight > left_) return false;
    left_ -= weight;
    return true;
  }
  void give_back(std::size_t weight) noexcept { left_ += weight; }

  /// The part of the spare weight that is left over.
  [[nodiscard]] std::size_t spare_left(std::size_t spare) const noexcept { return left_ < spare ? left_ : spare; }

private:
  std::size_t left_;
};

/// Parses a text of a group, as `parse_json` does. The texts of the group share a spare weight.
/// @param spare the rest of the spare weight; smaller afterwards, unless the text is refused
[[nodiscard]] base::result<json> parse_json(std::string_view text, duplicate_keys duplicates, std::size_t& spare);

/// The weight of a value; counting stops when it is more than `enough`.
[[nodiscard]] std::size_t weight_of(const json& value, std::size_t enough = std::numeric_limits<std::size_t>::max());

} // namespace text
