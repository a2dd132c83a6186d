#include "sys/files/line_splitter.hpp"

#include <algorithm>

namespace sys::files {

void line_splitter::push(std::string_view bytes, const line_function& on_line) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const auto part = bytes.substr(0, end);
    const auto fits = std::min(part.size(), line_bytes_max_ - begun_.size());
    if (fits < part.size()) {
      // The piece has reached the limit, so it is handed out, and the rest of the line counts as a new line.
      hand_out(part.substr(0, fits), on_line);
      bytes.remove_prefix(fits);
      continue;
    }
    if (end == std::string_view::npos) {
      begun_ += part;
      return;
    }
    hand_out(part, on_line);
    bytes.remove_prefix(end + 1);
  }
}

void line_splitter::finish(const line_function& on_line) {
  if (!begun_.empty()) hand_out({}, on_line);
}

void line_splitter::hand_out(std::string_view line, const line_function& on_line) {
  if (begun_.empty()) {
    on_line(line);
    return;
  }
  begun_ += line;
  on_line(begun_);
  begun_.clear();
}

} // namespace sys::files
