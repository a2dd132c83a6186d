#pragma once

#include <cstddef>
#include <string_view>

namespace text {

/// As `find` of std::string_view, whose time may be the product of both lengths. This time is linear in both:
/// for texts that come from outside.
/// @returns npos if the part is not there
[[nodiscard]] std::size_t find_part(std::string_view text, std::string_view part, std::size_t from = 0);

/// As `rfind` of std::string_view, in the same way: the last part that begins at `from` or before it. Takes
/// as much memory as both texts.
[[nodiscard]] std::size_t find_last_part(std::string_view text, std::string_view part,
                                         std::size_t from = std::string_view::npos);

} // namespace text
