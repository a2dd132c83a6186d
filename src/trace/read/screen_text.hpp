#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trace::read {

/// The maximal number of rows of an answer.
inline constexpr std::size_t screen_rows = 40;

/// Fits an answer to a screen. Long lines are broken at spaces, with a deeper indent for their rest; names
/// stay whole. If there are more than `screen_rows` rows, lines in the middle are left out and counted: the
/// first lines have the answer, and the last lines have the first causes.
/// @param text lines with their ends
/// @param width columns of the screen; 0: lines are not broken
[[nodiscard]] std::string on_one_screen(std::string_view text, std::size_t width);

} // namespace trace::read
