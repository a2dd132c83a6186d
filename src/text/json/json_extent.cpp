#include "text/json/json_extent.hpp"

#include <optional>

namespace text {

namespace {

/// The JSON also ends before the first `stop`, in or outside of a string.
std::size_t end_of_json_before(std::string_view text, std::size_t begin, std::optional<char> stop) noexcept {
  std::size_t depth = 0;
  bool is_in_string = false;
  for (auto i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (c == stop) return i;
    if (is_in_string && c == '\\' && (i + 1 == text.size() || text[i + 1] != stop)) ++i;
    if (c == '"') is_in_string = !is_in_string;
    if (is_in_string) continue;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return i + 1;
  }
  return text.size();
}

} // namespace

std::size_t end_of_quoted(std::string_view text, std::size_t begin) noexcept {
  for (auto i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[begin])
      return i + 1;
  }
  return text.size();
}

bool begins_json(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size() || (text[at] != '{' && text[at] != '[')) return false;
  const auto inside = text.find_first_not_of(" \t", at + 1);
  if (inside == std::string_view::npos) return true;
  return text[at] == '{' ? text[inside] == '"' : std::string_view("\"{[").find(text[inside]) != std::string_view::npos;
}

std::size_t end_of_json(std::string_view text, std::size_t begin) noexcept {
  return end_of_json_before(text, begin, std::nullopt);
}

std::size_t end_of_json_on_line(std::string_view text, std::size_t begin) noexcept {
  return end_of_json_before(text, begin, '\n');
}

} // namespace text
