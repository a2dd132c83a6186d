#pragma once

#include "text/json/json.hpp"
#include "text/json/tree_weight.hpp"
#include "text/yaml/yaml.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace text {

/// A finished value, and how large it is when all aliases are written out.
struct yaml_value {
  json value;
  std::size_t weight = weight_of_scalar; ///< see tree_weight.hpp
  std::size_t depth = 0;                 ///< levels of lists and maps
};

/// A mapping or sequence that is being read.
struct yaml_container {
  enum class kind { mapping, sequence } what = kind::sequence;
  bool is_flow = false; ///< written with brackets
  std::size_t weight = weight_of_block;
  std::size_t depth = 1;
  json::array_type items{};
  json::object_type members{}; ///< in the order of the text, including members from `<<`; the last wins
  std::map<std::string, int, std::less<>> lines{}; ///< of the keys in the text
  std::size_t key_offset = 0;                      ///< of the last key in the text
  enum class expects { key, value, merge } next = expects::key;

  [[nodiscard]] bool is_map() const noexcept { return what == kind::mapping; }
};

/// Begins a member with the key at a line; its value is null until it has been read.
/// @returns the earlier member with that key, if there is one and duplicates may be
[[nodiscard]] base::result<std::optional<repeated_key>> begin_member(yaml_container& to, const json& key, int line,
                                                                     duplicate_keys duplicates);

/// Adds the members of a mapping, or of a sequence of mappings, at the place of `<<` in the text.
[[nodiscard]] base::result<void> merge_members(yaml_container& into, const json& source);

} // namespace text
