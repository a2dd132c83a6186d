#pragma once

#include <string>
#include <string_view>

namespace core {

/// The beginning of a text for a message: not longer than `bytes_max` and an ellipsis, no character cut in half.
[[nodiscard]] inline std::string excerpt(std::string_view text, std::size_t bytes_max = 80) {
  if (text.size() <= bytes_max) return std::string(text);
  auto end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

} // namespace core
