#include "text/plain/secret_words.hpp"

#include <algorithm>
#include <array>

namespace text {

namespace {

constexpr auto none = std::string_view::npos;

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr std::string_view colour_letters = "0123456789;";

/// The size of the colour that begins there; 0: none does.
std::size_t colour_at(std::string_view text, std::size_t begin) noexcept {
  if (!text.substr(begin).starts_with("\x1b[")) return 0;
  const auto end = text.find_first_not_of(colour_letters, begin + 2);
  return end == none || text[end] != 'm' ? 0 : end + 1 - begin;
}

} // namespace

bool is_key_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

bool is_quote(char c) noexcept {
  return c == '"' || c == '\'';
}

bool begins_with(std::string_view text, std::string_view small) noexcept {
  return text.size() >= small.size()
         && std::equal(small.begin(), small.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

bool ends_with(std::string_view text, std::string_view small) noexcept {
  return text.size() >= small.size() && begins_with(text.substr(text.size() - small.size()), small);
}

std::size_t end_of_word(std::string_view text, std::size_t begin) noexcept {
  return std::min(text.find_first_of(" \t\n,;&)}]\"'\\<", begin), text.size());
}

std::string_view line_before(std::string_view text, std::size_t at) noexcept {
  const auto near = text.substr(at - std::min(at, distance_max), std::min(at, distance_max));
  return near.substr(near.rfind('\n') + 1);
}

std::size_t end_of_line(std::string_view text, std::size_t begin) noexcept {
  return std::min(text.find('\n', begin), text.size());
}

std::size_t skip_spaces(std::string_view text, std::size_t begin) noexcept {
  return std::min(text.find_first_not_of(" \t", begin), text.size());
}

std::size_t skip_blanks(std::string_view text, std::size_t begin) noexcept {
  constexpr std::string_view no_break_space = "\u00a0";
  for (begin = std::min(begin, text.size()); begin < text.size();) {
    const auto colour = colour_at(text, begin);
    if (text[begin] == ' ' || text[begin] == '\t')
      ++begin;
    else if (text.substr(begin).starts_with(no_break_space))
      begin += no_break_space.size();
    else if (colour > 0)
      begin += colour;
    else
      break;
  }
  return begin;
}

std::size_t before_blanks(std::string_view text, std::size_t end) noexcept {
  while (end > 0) {
    if (text[end - 1] == ' ') {
      --end;
      continue;
    }
    if (text[end - 1] != 'm') return end;
    const auto begin = end < 2 ? none : text.find_last_not_of(colour_letters, end - 2);
    if (begin == none || begin == 0 || colour_at(text, begin - 1) != end + 1 - begin) return end;
    end = begin - 1;
  }
  return end;
}

std::string_view word_before(std::string_view text, std::size_t end) noexcept {
  auto begin = end;
  while (begin > 0 && is_key_character(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

std::string_view word_before_word(std::string_view text, std::size_t end) noexcept {
  const auto begin = end - word_before(text, end).size();
  return begin == 0 || text[begin - 1] != ' ' ? std::string_view() : word_before(text, begin - 1);
}

bool is_plain_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool looks_random(std::string_view word) {
  constexpr std::size_t bytes_min = 6;
  constexpr std::array<std::string_view, 4> words{"base64", "sha", "md5", "utf"};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; };
  return word.size() >= bytes_min && std::any_of(word.begin(), word.end(), is_digit)
         && std::any_of(word.begin(), word.end(), is_letter) && word.find_first_of("-/.:_@") == none
         && std::none_of(words.begin(), words.end(), [word](auto known) { return begins_with(word, known); });
}

bool is_secret_key(std::string_view first, std::string_view second) {
  constexpr std::array<std::string_view, 6> kinds{"api", "secret", "access", "private", "encryption", "signing"};
  return second.size() == 3 && begins_with(second, "key")
         && std::any_of(kinds.begin(), kinds.end(),
                        [first](auto kind) { return first.size() == kind.size() && begins_with(first, kind); });
}

} // namespace text
