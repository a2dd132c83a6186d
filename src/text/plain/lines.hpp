#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace text {

/// The lines of a text, without their ends. They refer to it. A line break at the end begins no other line.
[[nodiscard]] inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size(); at += lines.back().size() + 1)
    lines.push_back(text.substr(at, std::min(text.find('\n', at), text.size()) - at));
  return lines;
}

} // namespace text
