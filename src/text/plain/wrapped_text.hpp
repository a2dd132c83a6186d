#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace text {

/// The width of lines, and the indent of all lines after the first.
struct line_shape {
  std::size_t columns = 80;
  std::size_t indent = 0; ///< the first line counts as indented, too, but the caller writes its beginning
};

/// Breaks a text for people into lines at spaces and at line breaks. Words that are longer than a line stay
/// whole, so that they can be copied.
[[nodiscard]] std::string wrapped(std::string_view text, line_shape shape);

} // namespace text
