#include "core/text/printable.hpp"

#include <cstddef>
#include <string_view>

namespace core {

namespace {

/// How many bytes the control character at the beginning has; 0: there is none.
std::size_t bytes_of_control(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
  if (byte(0) < ' ' || byte(0) == 0x7f) return 1;
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) <= 0x9f) return 2;
  const bool is_direction =
    (byte(1) == 0x80 && (byte(2) == 0x8e || byte(2) == 0x8f || (byte(2) >= 0xa8 && byte(2) <= 0xae)))
    || (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
  return byte(0) == 0xe2 && is_direction ? 3 : 0;
}

} // namespace

void make_printable(std::string& text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (const auto bytes = bytes_of_control(std::string_view(text).substr(at)); bytes > 0) text.replace(at, bytes, " ");
}

} // namespace core
