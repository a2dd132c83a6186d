#include "text/yaml/json_for_yaml.hpp"

#include <cstddef>
#include <string_view>

namespace text {

namespace {

/// A character that has to be escaped: its length in bytes, and its escape.
struct escaped_character {
  std::size_t length = 0;
  std::string escape;
};

std::string escape_of(unsigned code) {
  static constexpr char hex[] = "0123456789abcdef";
  return {'\\', 'u', hex[code >> 12 & 15], hex[code >> 8 & 15], hex[code >> 4 & 15], hex[code & 15]};
}

/// Length 0: YAML reads the character as it is.
escaped_character escaped_at(std::string_view rest) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0;
  };
  if (byte(0) == 0x7f) return {1, escape_of(0x7f)};
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) <= 0x9f) return {2, escape_of(byte(1))};
  if (byte(0) != 0xe2 && byte(0) != 0xef) return {};
  const auto code = (byte(0) & 0x0fU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
  const bool is_strange = code == 0x2028 || code == 0x2029 || code == 0xfeff || code == 0xfffe || code == 0xffff;
  return is_strange ? escaped_character{3, escape_of(code)} : escaped_character{};
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// True for the `e` of `1e3`.
bool is_bare_exponent(std::string_view text, std::size_t at) noexcept {
  return (text[at] == 'e' || text[at] == 'E') && at > 0 && at + 1 < text.size() && is_digit(text[at - 1])
         && is_digit(text[at + 1]);
}

} // namespace

std::string json_for_yaml(std::string text) {
  std::string out;
  std::size_t written = 0;
  bool in_string = false;
  const auto replace = [&](std::size_t at, std::size_t length, std::string_view by) {
    out.append(text, written, at - written).append(by);
    written = at + length;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      in_string = !in_string;
    } else if (in_string && text[i] == '\\') {
      ++i;
    } else if (in_string) {
      if (const auto x = escaped_at(std::string_view(text).substr(i)); x.length > 0) {
        replace(i, x.length, x.escape);
        i += x.length - 1;
      }
    } else if (is_bare_exponent(text, i)) {
      replace(i + 1, 0, "+");
    }
  }
  return written == 0 ? text : out.append(text, written);
}

} // namespace text
