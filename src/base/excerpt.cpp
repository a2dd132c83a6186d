#include "base/excerpt.hpp"

namespace base {
namespace {

/// True for all bytes of a UTF-8 character but the first (RFC 3629 §3).
bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

} // namespace

std::string_view first_bytes(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  auto end = bytes_max;
  while (end > 0 && continues_character(text[end])) --end;
  return text.substr(0, end);
}

std::string_view last_bytes(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  auto begin = text.size() - bytes_max;
  while (begin < text.size() && continues_character(text[begin])) ++begin;
  return text.substr(begin);
}

std::string excerpt(std::string_view text, std::size_t bytes_max) {
  const auto begin = first_bytes(text, bytes_max);
  return std::string(begin) + (begin.size() < text.size() ? "…" : "");
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view white_space = " \t\r\n";
  const auto first = text.find_first_not_of(white_space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

} // namespace base
