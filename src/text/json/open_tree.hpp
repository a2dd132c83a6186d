#pragma once

#include "text/json/indexed_list.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace text {

/// A value that can be changed in place: closed (the value as it was), or a map or list that has been opened.
struct open_tree {
  json whole{}; ///< the value, while it is closed
  std::unique_ptr<std::map<std::string, open_tree, std::less<>>> members{};
  std::unique_ptr<indexed_list<open_tree>> items{};
  std::size_t weight = 0; ///< see tree_weight.hpp
  std::size_t height = 0; ///< levels of lists and maps; after a removal it may be too large

  [[nodiscard]] bool is_map() const noexcept { return members || whole.is_object(); }
  [[nodiscard]] bool is_list() const noexcept { return items || whole.is_array(); }
};

/// The value in its closed form.
[[nodiscard]] open_tree closed_tree(json value);

/// Opens a map or list, so that it can be changed; its members and items stay closed.
void open(open_tree& tree);

/// The value of a tree. Parts that were not opened are shared.
[[nodiscard]] json value_of(const open_tree& tree);

/// Measures the present height of the tree.
/// @returns its height
std::size_t measure_height(open_tree& tree);

/// The member or item of that name, in a tree that is opened for it; null if it is absent.
[[nodiscard]] open_tree* child_of(open_tree& parent, std::string_view token);

} // namespace text
