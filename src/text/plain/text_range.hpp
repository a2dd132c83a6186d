#pragma once

#include <cstddef>

namespace text {

/// A part of a text: the bytes from `begin` on and before `end`.
struct text_range {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool empty() const noexcept { return begin == end; }
  friend bool operator==(const text_range&, const text_range&) = default;
};

} // namespace text
