#include "text/plain/utf8.hpp"

namespace text {
namespace {

/// @param text begins with a character
bool begins_with_control(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return (lead < 0x20 && lead != '\t' && lead != '\n' && lead != '\r') || lead == 0x7F;
  // C1 controls; U+0085 is "next line"
  return lead == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0 && static_cast<unsigned char>(text[1]) != 0x85;
}

} // namespace

std::size_t find_not_text(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto rest = text.substr(at);
    const auto length = utf8_length(rest);
    if (length == 0 || begins_with_control(rest)) return at;
    at += length;
  }
  return std::string_view::npos;
}

} // namespace text
