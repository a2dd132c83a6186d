#include "text/plain/secret_base64.hpp"

#include "text/plain/base64.hpp"
#include "text/plain/secret_words.hpp"

#include <algorithm>

namespace text {

namespace {

bool is_of_text(char c) {
  return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r';
}

/// The end of a word of a map of Go; nullopt: the word has other characters than base64. The word is not read
/// further than these characters, so that many colons in a long word cost no more than the word.
std::optional<std::size_t> end_of_go_word(std::string_view text, std::size_t begin) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  constexpr std::string_view ends = " ]\n\"',;";
  const auto end = std::min(text.find_first_not_of(letters, begin), text.size());
  return end == text.size() || ends.find(text[end]) != ends.npos ? std::optional(end) : std::nullopt;
}

} // namespace

bool is_base64_of_text(std::string_view word) {
  constexpr std::size_t bytes_min = 8;
  if (word.size() < bytes_min || word.size() % 4 != 0 || is_plain_word(word)) return false;
  const auto decoded = decode_base64(word);
  return decoded && std::all_of(decoded->begin(), decoded->end(), is_of_text);
}

std::optional<text_range> base64_member(std::string_view text, std::size_t at) {
  const auto value = skip_blanks(text, at + 1);
  const auto begin = std::min(text.find_first_not_of('\\', value), text.size());
  if (begin == text.size()) return std::nullopt;
  const bool is_quoted = text[begin] == '"';
  // A value without quotes belongs to a map of Go only if it stands directly behind the colon.
  if (!is_quoted && value != at + 1) return std::nullopt;
  const auto first = begin + (is_quoted ? 1 : 0);
  const auto end = is_quoted ? std::min(text.find_first_of("\\\"", first), text.size()) : end_of_go_word(text, first);
  if (!end || !is_base64_of_text(text.substr(first, *end - first))) return std::nullopt;
  return text_range{first, *end};
}

} // namespace text
