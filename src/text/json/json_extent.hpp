#pragma once

#include <cstddef>
#include <string_view>

namespace text {

// Finds JSON in a text for people. The JSON may be cut off at the end of the text. The JSON is not checked.

/// The position behind the string that begins with the quote (`"` or `'`) at `begin`; the end of the text if
/// it is cut off.
[[nodiscard]] std::size_t end_of_quoted(std::string_view text, std::size_t begin) noexcept;

/// Whether an object or a list begins at `at`.
[[nodiscard]] bool begins_json(std::string_view text, std::size_t at) noexcept;

/// The position behind the object or list that begins at `begin`; the end of the text if it is cut off.
[[nodiscard]] std::size_t end_of_json(std::string_view text, std::size_t begin) noexcept;
/// The same for JSON that ends on its line: the end of the line if it is cut off there.
[[nodiscard]] std::size_t end_of_json_on_line(std::string_view text, std::size_t begin) noexcept;

} // namespace text
