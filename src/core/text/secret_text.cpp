#include "core/text/secret_text.hpp"

#include "core/base/secret_key.hpp"
#include "core/text/json_part.hpp"

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr auto none = std::string_view::npos;
constexpr std::array<std::string_view, 2> login_words{"Bearer ", "Basic "};
constexpr std::size_t login_bytes_min = 8;

bool is_key_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

std::size_t end_of_word(std::string_view text, std::size_t begin) noexcept {
  return std::min(text.find_first_of(" \t\n,;&)}]\"'", begin), text.size());
}

/// In the description of a task (`ModuleHookRun:main:web:hooks/token: done`) a part may look like the name of a secret: it
/// stands behind `:` or `/`, or has no space behind it.
std::optional<text_part> value_of_secret(std::string_view text, std::size_t at) {
  const auto behind_quote = at > 0 && (text[at - 1] == '"' || text[at - 1] == '\'') ? at - 1 : at;
  auto begin = behind_quote;
  while (begin > 0 && is_key_character(text[begin - 1])) --begin;
  if (!names_a_secret(text.substr(begin, behind_quote - begin))) return std::nullopt;
  const auto value = text.find_first_not_of(' ', at + 1);
  if (value == none || text[value] == '\n') return std::nullopt;
  const bool is_plain_colon = text[at] == ':' && behind_quote == at;
  const bool is_part = value == at + 1 || (begin > 0 && (text[begin - 1] == ':' || text[begin - 1] == '/'));
  if (is_plain_colon && is_part) return std::nullopt;
  return text_part{value, end_of_value(text, value)};
}

std::optional<text_part> value_of_option(std::string_view text, std::size_t at) {
  auto begin = at;
  while (begin > 0 && is_key_character(text[begin - 1])) --begin;
  const auto option = text.substr(begin, at - begin);
  if (!option.starts_with("--") || !names_a_secret(option)) return std::nullopt;
  const auto value = text.find_first_not_of(' ', at);
  if (value == none || text[value] == '-') return std::nullopt;
  return text_part{value, end_of_value(text, value)};
}

/// The password of the address whose `://` begins at `at`.
std::optional<text_part> password_of_address(std::string_view text, std::size_t at) {
  const auto begin = at + 3;
  const auto authority = text.substr(begin, text.find_first_of("/?# \t\n\"'", begin) - begin);
  const auto login_end = authority.rfind('@');
  if (login_end == none) return std::nullopt;
  const auto colon = authority.substr(0, login_end).find(':');
  if (colon == none || colon + 1 == login_end) return std::nullopt;
  return text_part{begin + colon + 1, begin + login_end};
}

/// As in a sentence that begins with `Basic`.
bool is_plain_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::optional<text_part> login(std::string_view text, std::size_t at) {
  if (at > 0 && is_key_character(text[at - 1])) return std::nullopt;
  for (const auto word : login_words) {
    if (!text.substr(at).starts_with(word)) continue;
    const auto begin = at + word.size();
    const auto end = end_of_word(text, begin);
    const auto value = text.substr(begin, end - begin);
    if (value.size() >= login_bytes_min && !is_plain_word(value)) return text_part{begin, end};
  }
  return std::nullopt;
}

} // namespace

std::optional<text_part> secret_at(std::string_view text, std::size_t at) {
  switch (text[at]) {
    case ':':
      if (text.substr(at).starts_with("://")) return password_of_address(text, at);
      [[fallthrough]];
    case '=': return value_of_secret(text, at);
    case ' ': return value_of_option(text, at);
    case 'B': return login(text, at);
    default: return std::nullopt;
  }
}

std::size_t end_of_value(std::string_view text, std::size_t begin) {
  if (begin >= text.size()) return text.size();
  if (text[begin] == '"' || text[begin] == '\'') return end_of_quoted(text, begin);
  if (begins_json(text, begin)) return end_of_json(text, begin);
  const auto end = end_of_word(text, begin);
  // `Authorization: Bearer TOKEN`
  const auto word = text.substr(begin, end - begin);
  return (word == "Bearer" || word == "Basic") && end < text.size() ? end_of_word(text, end + 1) : end;
}

std::string without_secrets(std::string_view text) {
  if (text.find("PRIVATE KEY-----") != none) return hidden_value;
  std::string out;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = secret_at(text, at);
    if (!found || found->begin == found->end) {
      ++at;
      continue;
    }
    out.append(text, kept, found->begin - kept).append(hidden_value);
    kept = at = found->end;
  }
  return out.append(text, kept);
}

} // namespace core
