#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace base {

/// The words as a list in a sentence: `a`, `a and b`, `a, b and c`; empty without words.
[[nodiscard]] inline std::string word_list(const std::vector<std::string>& x) {
  if (x.size() < 2) return x.empty() ? std::string() : x.front();
  return fmt::format("{} and {}", fmt::join(x.begin(), x.end() - 1, ", "), x.back());
}

} // namespace base
