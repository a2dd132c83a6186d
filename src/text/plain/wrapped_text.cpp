#include "text/plain/wrapped_text.hpp"

#include <algorithm>

namespace text {

namespace {

/// The number of characters, not of bytes: each byte that begins a UTF-8 character counts.
std::size_t width_of(std::string_view word) {
  return static_cast<std::size_t>(
    std::count_if(word.begin(), word.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

} // namespace

std::string wrapped(std::string_view text, line_shape shape) {
  constexpr std::string_view spaces = " \t\r\n";
  std::string out;
  auto column = shape.indent;
  for (auto begin = text.find_first_not_of(spaces); begin != text.npos;) {
    const auto end = std::min(text.find_first_of(spaces, begin), text.size());
    const auto word = text.substr(begin, end - begin);
    const auto width = width_of(word);
    if (column > shape.indent && column + 1 + width > shape.columns) {
      out += "\n" + std::string(shape.indent, ' ');
      column = shape.indent;
    } else if (column > shape.indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    begin = text.find_first_not_of(spaces, end);
  }
  return out;
}

} // namespace text
