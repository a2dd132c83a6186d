#pragma once

#include "text/json/json.hpp"

#include <string_view>

namespace text {

// The parts of a document of another program, of which any part may be missing or of another kind.

/// The member of an object; null if there is no such member, and for a value that is no object.
[[nodiscard]] inline const json& member(const json& object, std::string_view key) {
  static const json none;
  const auto* found = object.is_object() ? object.find(key) : nullptr;
  return found == nullptr ? none : *found;
}

/// The items of a list; none for a value that is no list.
[[nodiscard]] inline const json::array_type& items(const json& list) {
  static const json::array_type none;
  return list.is_array() ? list.as_array() : none;
}

} // namespace text
