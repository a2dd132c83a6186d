#pragma once

#include <algorithm>
#include <concepts>
#include <iterator>
#include <string_view>

namespace base {

/// True if the list has an element that equals `x`.
template <class List, class X>
requires(!std::convertible_to<const List&, std::string_view>)
  [[nodiscard]] bool contains(const List& list, const X& x) {
  return std::find(std::begin(list), std::end(list), x) != std::end(list);
}

/// True if the part stands somewhere in the text.
[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

} // namespace base
