// Pages that can be read on a screen: no line is wider than a screen.

#include "page_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>

namespace {

constexpr std::size_t columns_max = 110;

/// Pages that are still wider. This list only becomes shorter.
const std::set<std::string> wide_pages{
  "docs/architecture.md", "docs/differences.md", "docs/helm.md",   "docs/moving.md",        "docs/security.md",
  "docs/tracing.md",      "docs/values.md",      "docs/worlds.md", "docs/writing-hooks.md",
};

/// Characters of a text of UTF-8: all bytes but continuation bytes.
std::size_t width_of(const std::string& line) {
  return static_cast<std::size_t>(
    std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

TEST_CASE("no line of a page is wider than a screen, but in blocks of code") {
  auto pages = test::files_below("docs", {".md"});
  for (const auto* name : {"README.md", "SECURITY.md", "CHANGELOG.md"})
    pages[name] = test::text_of(test::root() / name);
  for (const auto& [path, page] : pages) {
    if (wide_pages.contains(path) || path.starts_with("docs/decisions/")) continue;
    std::istringstream lines(page);
    bool is_code = false;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.starts_with("```")) is_code = !is_code;
      if (!is_code) CHECK_MESSAGE(width_of(line) <= columns_max, path << ":" << number);
    }
  }
}
