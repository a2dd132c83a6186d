#include "text/plain/printable.hpp"

#include "text/plain/utf8.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace text {

namespace {

/// Characters of these ranges are not shown, both ends included; sorted.
constexpr std::array<std::pair<char32_t, char32_t>, 18> hidden{{
  {0x00, 0x1F},
  {0x7F, 0x9F},
  {0xAD, 0xAD},
  {0x034F, 0x034F},
  {0x061C, 0x061C},
  {0x115F, 0x1160},
  {0x17B4, 0x17B5},
  {0x180B, 0x180F},
  {0x200B, 0x200F},
  {0x2028, 0x202E},
  {0x2060, 0x206F},
  {0x3164, 0x3164},
  {0xFEFF, 0xFEFF},
  {0xFFA0, 0xFFA0},
  {0xFFF0, 0xFFFB},
  {0x1BCA0, 0x1BCA3},
  {0x1D173, 0x1D17A},
  {0xE0000, 0xE0FFF},
}};

bool is_hidden(char32_t x) noexcept {
  const auto* const after =
    std::upper_bound(hidden.begin(), hidden.end(), x, [](char32_t c, const auto& range) { return c < range.first; });
  return after != hidden.begin() && x <= std::prev(after)->second;
}

/// The character that `text` begins with, which has this length in UTF-8.
char32_t character_of(std::string_view text, std::size_t length) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  if (length == 1) return byte(0);
  auto x = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) x = x << 6 | (byte(i) & 0x3F);
  return x;
}

/// Most texts are ASCII, so plain characters are passed over quickly.
bool is_plain(char c) noexcept {
  return c >= ' ' && c < '\x7F';
}

void append_hex(std::string& out, const char* begin, char32_t x, int digits) {
  static constexpr char hex[] = "0123456789abcdef";
  out += begin;
  for (int i = digits - 1; i >= 0; --i) out += hex[x >> (4 * i) & 15];
}

void append_escaped(std::string& out, char32_t x, escape_form form) {
  switch (x) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  constexpr char32_t basic_plane_max = 0xFFFF;
  if (x <= basic_plane_max) return append_hex(out, "\\u", x, 4);
  if (form == escape_form::text) return append_hex(out, "\\U", x, 8);
  // JSON escapes a character beyond the basic plane by two surrogates (RFC 8259 §7).
  x -= basic_plane_max + 1;
  append_hex(out, "\\u", 0xD800 + (x >> 10), 4);
  append_hex(out, "\\u", 0xDC00 + (x & 0x3FF), 4);
}

struct line_breaks {
  bool stay = false;
};

void append(std::string& out, std::string_view text, escape_form form, line_breaks breaks) {
  std::size_t shown = 0; // the text before this is in `out`
  for (std::size_t at = 0; at < text.size();) {
    if (is_plain(text[at]) || (breaks.stay && (text[at] == '\n' || text[at] == '\t'))) {
      ++at;
      continue;
    }
    const auto rest = text.substr(at);
    const auto length = utf8_length(rest);
    const auto x = length == 0 ? U'\0' : character_of(rest, length);
    if (length == 0 || is_hidden(x)) {
      out.append(text, shown, at - shown);
      if (length > 0)
        append_escaped(out, x, form);
      else if (form == escape_form::json)
        // JSON has no escape for a byte that belongs to no character.
        out += "\uFFFD";
      else
        append_hex(out, "\\x", static_cast<unsigned char>(rest.front()), 2);
      shown = at + std::max<std::size_t>(length, 1);
    }
    at += std::max<std::size_t>(length, 1);
  }
  out.append(text, shown);
}

} // namespace

std::size_t find_unprintable(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    if (is_plain(text[at])) {
      ++at;
      continue;
    }
    const auto rest = text.substr(at);
    const auto length = utf8_length(rest);
    if (length == 0 || is_hidden(character_of(rest, length))) return at;
    at += length;
  }
  return std::string_view::npos;
}

void append_printable(std::string& out, std::string_view text, escape_form form) {
  append(out, text, form, {});
}

std::string printable(std::string_view text) {
  std::string out;
  append(out, text, escape_form::text, {});
  return out;
}

void make_printable(std::string& text) {
  if (find_unprintable(text) != std::string::npos) text = printable(text);
}

std::string printable_lines(std::string text, escape_form form) {
  std::string out;
  out.reserve(text.size());
  append(out, text, form, {.stay = true});
  return out;
}

} // namespace text
