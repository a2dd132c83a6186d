#include "text/plain/wrapped_text.hpp"

#include <algorithm>

namespace text {

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
    std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string wrapped(std::string_view text, line_shape shape) {
  constexpr std::string_view spaces = " \t\r\n";
  std::string out;
  auto column = shape.begin.value_or(shape.indent);
  bool is_first = true; // in its line
  for (auto begin = text.find_first_not_of(spaces); begin != text.npos;) {
    const auto end = std::min(text.find_first_of(spaces, begin), text.size());
    const auto word = text.substr(begin, end - begin);
    const auto width = width_of(word);
    if (!is_first && column + 1 + width > shape.columns) {
      out += "\n" + std::string(shape.indent, ' ');
      column = shape.indent;
    } else if (!is_first) {
      out += ' ';
      ++column;
    }
    out += word;
    is_first = false;
    column += width;
    begin = text.find_first_not_of(spaces, end);
  }
  return out;
}

} // namespace text
