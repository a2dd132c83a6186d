#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace text {

/// How wide lines are, and how far those after the first are moved to the right.
struct line_shape {
  std::size_t columns = 80;
  std::size_t indent = 0; ///< the first line counts as moved, too, but the caller writes what stands there
};

/// Breaks a text for people into lines at spaces and at line breaks. Words that are longer than a line stay whole, so that
/// they can be copied.
[[nodiscard]] std::string wrapped(std::string_view text, line_shape shape);

} // namespace text
