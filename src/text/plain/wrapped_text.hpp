#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace text {

/// The width of lines, and the indent of all lines after the first.
struct line_shape {
  std::size_t columns = 80;
  std::size_t indent = 0;             ///< spaces before each further line
  std::optional<std::size_t> begin{}; ///< columns that are filled in the first line; empty: `indent`
};

/// Breaks a text for people into lines at spaces and at line breaks. Words that are longer than a line stay
/// whole, so that they can be copied.
[[nodiscard]] std::string wrapped(std::string_view text, line_shape shape);

/// The number of characters, not of bytes: each byte that begins a UTF-8 character counts.
[[nodiscard]] std::size_t width_of(std::string_view text);

} // namespace text
