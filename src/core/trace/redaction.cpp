#include "core/trace/redaction.hpp"

#include "core/base/excerpt.hpp"
#include "core/base/secret_key.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace core {

namespace {

constexpr std::string_view redacted = "<redacted>";
constexpr std::size_t bytes_max = 1'000;

/// What stands before a wrong value in messages.
constexpr std::array<std::string_view, 2> before_values{"got ", "Invalid value: "};

constexpr std::string_view jq_failure = "jq filter '";
constexpr std::string_view jq_failed = "' failed: ";

/// Between these the API server shows what it could not decode.
constexpr std::string_view excerpt_begin = "...|";
constexpr std::string_view excerpt_end = "|...";

bool is_key_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

/// Behind the string that begins with the quote at `begin`; the end of the text if it is cut off.
std::size_t end_of_quoted(std::string_view text, std::size_t begin) noexcept {
  for (auto i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[begin])
      return i + 1;
  }
  return text.size();
}

/// Behind the object or list that begins at `begin`; the end of the text if it is cut off.
std::size_t end_of_json(std::string_view text, std::size_t begin) noexcept {
  std::size_t depth = 0;
  for (auto i = begin; i < text.size();) {
    if (text[i] == '"') {
      i = end_of_quoted(text, i);
      continue;
    }
    if (text[i] == '{' || text[i] == '[') ++depth;
    if ((text[i] == '}' || text[i] == ']') && --depth == 0) return i + 1;
    ++i;
  }
  return text.size();
}

bool begins_json(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size() || (text[at] != '{' && text[at] != '[')) return false;
  const auto inside = text.find_first_not_of(" \t", at + 1);
  if (inside == std::string_view::npos) return true;
  return text[at] == '{' ? text[inside] == '"' : std::string_view("\"{[").find(text[inside]) != std::string_view::npos;
}

std::size_t end_of_word(std::string_view text, std::size_t begin) noexcept {
  return std::min(text.find_first_of(" \t,;&)}]\"'", begin), text.size());
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

/// A part of a text that is content.
struct content {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The value behind the `=` or `:` at `at`, if the word before it names a secret. In the description of a task
/// (`ModuleHookRun:main:web:hooks/token: done`) a part may look like such a name: it stands behind `:` or `/`, or has no
/// space behind it.
std::optional<content> value_of_secret(std::string_view text, std::size_t at) {
  const auto behind_quote = at > 0 && (text[at - 1] == '"' || text[at - 1] == '\'') ? at - 1 : at;
  auto begin = behind_quote;
  while (begin > 0 && is_key_character(text[begin - 1])) --begin;
  if (!names_a_secret(text.substr(begin, behind_quote - begin))) return std::nullopt;
  const auto value = text.find_first_not_of(' ', at + 1);
  if (value == std::string_view::npos) return std::nullopt;
  const bool is_plain_colon = text[at] == ':' && behind_quote == at;
  const bool is_part = value == at + 1 || (begin > 0 && (text[begin - 1] == ':' || text[begin - 1] == '/'));
  if (is_plain_colon && is_part) return std::nullopt;
  return content{value, end_of_value(text, value)};
}

/// The content that begins because of what stands at `at`.
std::optional<content> content_at(std::string_view text, std::size_t at) {
  if (begins_json(text, at)) return content{at, end_of_json(text, at)};
  if (text[at] == '=' || text[at] == ':') {
    if (const auto found = value_of_secret(text, at)) return found;
  }
  const auto rest = text.substr(at);
  for (const auto words : before_values)
    if (rest.starts_with(words)) return content{at + words.size(), end_of_value(text, at + words.size())};
  if (rest.starts_with(excerpt_begin)) {
    const auto begin = at + excerpt_begin.size();
    return content{begin, std::min(text.find(excerpt_end, begin), text.size())};
  }
  if (rest.starts_with(jq_failure)) {
    if (const auto failed = rest.find(jq_failed); failed != std::string_view::npos)
      return content{at + failed + jq_failed.size(), text.size()};
  }
  return std::nullopt;
}

} // namespace

std::string redacted_summary(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  std::string out;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = content_at(text, at);
    if (!found || found->begin == found->end) {
      ++at;
      continue;
    }
    out.append(text, kept, found->begin - kept).append(redacted);
    kept = at = found->end;
  }
  return excerpt(out.append(text, kept), bytes_max);
}

void redact(trace_event& x) {
  x.summary = redacted_summary(x.summary);
  for (auto& [name, text] : x.facts) text = redacted_summary(text);
}

} // namespace core
