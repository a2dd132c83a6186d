#include "sys/http/warning_header.hpp"

#include "text/plain/printable.hpp"

namespace sys::http {

std::string warning_header(std::string_view text) {
  std::string header = "299 - \"";
  for (const char c : text::printable(text)) {
    if (c == '"' || c == '\\') header += '\\';
    header += c;
  }
  return header + '"';
}

std::string warning_text(std::string_view header) {
  const auto first = header.find('"');
  const auto last = header.rfind('"');
  if (first == last) return std::string(header);
  std::string text;
  for (auto i = first + 1; i < last; ++i) {
    if (header[i] == '\\' && i + 1 < last) ++i;
    text += header[i];
  }
  return text;
}

} // namespace sys::http
