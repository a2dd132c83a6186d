#pragma once

#include <cstddef>
#include <string_view>

namespace text {

/// Length of the UTF-8 character that `text` begins with; 0 if there is no such character (RFC 3629 §4: no
/// surrogates, no overlong forms).
[[nodiscard]] constexpr std::size_t utf8_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const auto lead = byte(0);
  if (lead < 0x80) return text.empty() ? 0 : 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) > 0x9F;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool beyond = lead == 0xF4 && byte(1) > 0x8F;
    return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

/// The position where `text` stops being plain text: the first byte that is no part of a UTF-8 character or a
/// control character other than tab, line feed, carriage return and next line. `npos` if it is text.
[[nodiscard]] std::size_t find_not_text(std::string_view text) noexcept;

} // namespace text
