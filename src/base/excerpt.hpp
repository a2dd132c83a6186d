#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace base {

/// The beginning of a text with at most `bytes_max` bytes, no UTF-8 character cut in half.
[[nodiscard]] std::string_view first_bytes(std::string_view text, std::size_t bytes_max);

/// The end of a text with at most `bytes_max` bytes, no UTF-8 character cut in half.
[[nodiscard]] std::string_view last_bytes(std::string_view text, std::size_t bytes_max);

/// The beginning of a text for a message, with an ellipsis if there is more.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t bytes_max = 80);

/// The text without white space at its ends: spaces, tabs and line breaks.
[[nodiscard]] std::string_view trimmed(std::string_view text);

} // namespace base
