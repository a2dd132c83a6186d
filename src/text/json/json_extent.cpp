#include "text/json/json_extent.hpp"

namespace text {

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
  std::size_t depth = 0;
  for (auto i = begin; i < text.size();) {
    if (text[i] == '"') {
      i = end_of_quoted(text, i);
      continue;
    }
    if (text[i] == '{' || text[i] == '[') ++depth;
    if ((text[i] == '}' || text[i] == ']') && --depth == 0) return i + 1;
    ++i;
  }
  return text.size();
}

} // namespace text
