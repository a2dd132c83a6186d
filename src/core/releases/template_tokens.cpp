#include "core/releases/template_tokens.hpp"

#include <algorithm>
#include <optional>

namespace core::releases {

namespace {

using tokens = std::vector<template_token>;
using kind = template_token::kind;

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Letters outside of ASCII count as letters, as in Go.
bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Reads the words of an action one by one.
class action_reader {
public:
  explicit action_reader(std::string_view text) : text_(text) {}

  /// The words until the end of the action; nullopt: it has no end, or an unknown character.
  std::optional<tokens> read() {
    tokens found;
    while (true) {
      const auto before = text_.size();
      text_.remove_prefix(
        std::min(static_cast<std::size_t>(std::find_if_not(text_.begin(), text_.end(), is_blank) - text_.begin()),
                 text_.size()));
      const bool is_attached = before == text_.size();
      if (text_.starts_with("}}")) return take_end(2, std::move(found));
      if (text_.starts_with("-}}") && !is_attached) return take_end(3, std::move(found));
      if (text_.starts_with("/*")) {
        const auto end = text_.find("*/");
        if (end == text_.npos) return std::nullopt;
        text_.remove_prefix(end + 2);
        continue;
      }
      auto token = next();
      if (!token) return std::nullopt;
      token->is_attached = is_attached && !found.empty();
      found.push_back(std::move(*token));
    }
  }

  [[nodiscard]] std::string_view rest() const noexcept { return text_; }

private:
  tokens take_end(std::size_t size, tokens found) {
    text_.remove_prefix(size);
    return found;
  }

  std::optional<template_token> next() {
    if (text_.empty()) return std::nullopt;
    const char c = text_.front();
    if (c == '"' || c == '`' || c == '\'') return literal();
    if (c == '.' && text_.size() > 1 && is_letter(text_[1])) return template_token{kind::field, word(1)};
    if (c == '.' && (text_.size() < 2 || !is_digit(text_[1]))) return symbol(kind::dot, 1);
    if (c == '$') return template_token{kind::variable, word(1)};
    if (is_letter(c)) return template_token{kind::word, word(0)};
    if (is_digit(c) || c == '-' || c == '+' || c == '.') return number();
    if (text_.starts_with(":=")) return symbol(kind::symbol, 2);
    return c == '|' || c == '(' || c == ')' || c == ',' || c == '=' ? std::optional(symbol(kind::symbol, 1))
                                                                    : std::nullopt;
  }

  template_token symbol(kind what, std::size_t size) {
    template_token x{what, std::string(text_.substr(0, size))};
    text_.remove_prefix(size);
    return x;
  }

  /// @param begin of the name: 1 after `.` or `$`
  std::string word(std::size_t begin) {
    auto end = begin;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    auto found = std::string(text_.substr(begin, end - begin));
    text_.remove_prefix(end);
    return found;
  }

  template_token number() {
    std::size_t end = 1;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) ++end;
    return symbol(kind::number, end);
  }

  /// A text with escapes has the kind of a number: it is no key that is known.
  std::optional<template_token> literal() {
    const char quote = text_.front();
    std::size_t end = 1;
    bool has_escapes = false;
    while (end < text_.size() && text_[end] != quote) {
      const bool is_escape = quote != '`' && text_[end] == '\\';
      has_escapes = has_escapes || is_escape;
      end += is_escape ? 2 : 1;
    }
    if (end >= text_.size()) return std::nullopt;
    template_token x{has_escapes || quote == '\'' ? kind::number : kind::text, std::string(text_.substr(1, end - 1))};
    text_.remove_prefix(end + 1);
    return x;
  }

  std::string_view text_;
};

} // namespace

base::result<std::vector<std::vector<template_token>>> template_actions(std::string_view text) {
  std::vector<tokens> actions;
  for (auto at = text.find("{{"); at != text.npos; at = text.find("{{")) {
    text.remove_prefix(at + 2);
    if (text.size() > 1 && text.front() == '-' && is_blank(text[1])) text.remove_prefix(1);
    action_reader reader(text);
    auto found = reader.read();
    if (!found) return base::fail(base::error_code::invalid_input, "an action of a template cannot be read");
    if (!found->empty()) actions.push_back(std::move(*found));
    text = reader.rest();
  }
  return actions;
}

} // namespace core::releases
