#include "core/releases/template_objects.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace core::releases {

namespace {

constexpr char expression = '\0';
constexpr std::string_view blanks = " \t\r\n";
/// A name with expressions has at least so many letters and digits of its own, or else it could mean any
/// object.
constexpr std::ptrdiff_t own_letters_min = 3;

std::string_view trimmed(std::string_view x) {
  const auto begin = std::min(x.find_first_not_of(blanks), x.size());
  x.remove_prefix(begin);
  return x.substr(0, x.find_last_not_of(blanks) + 1);
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// The place behind the next `key:` or `"key":`; npos: no such key.
std::size_t find_key(std::string_view text, std::string_view key, std::size_t from) {
  for (auto at = text.find(key, from); at != text.npos; at = text.find(key, at + 1)) {
    const char before = at == 0 ? '\n' : text[at - 1];
    if (std::string_view(" \t\r\n{,\"'").find(before) == std::string_view::npos) continue;
    auto end = at + key.size();
    if (end < text.size() && (text[end] == '"' || text[end] == '\'')) ++end;
    if (end < text.size() && text[end] == ':') return end + 1;
  }
  return text.npos;
}

/// The value that begins here. It ends at a comma, a closing brace, a comment or the end of the line, outside
/// of expressions.
std::string_view value_at(std::string_view text, std::size_t at) {
  auto end = at;
  while (end < text.size() && text[end] != '\n' && text[end] != ',' && text[end] != '}') {
    if (text.substr(end).starts_with("{{")) {
      const auto close = text.find("}}", end);
      if (close == text.npos) break;
      end = close + 2;
    } else if (text[end] == '#' && end > at && text[end - 1] == ' ') {
      break;
    } else {
      ++end;
    }
  }
  return trimmed(text.substr(at, end - at));
}

struct known_words {
  std::string_view module;
  std::string_view namespace_name;

  /// The value of an expression between its braces.
  [[nodiscard]] std::string value_of(std::string_view inner) const {
    if (inner.starts_with("-")) inner.remove_prefix(1);
    if (inner.ends_with("-")) inner.remove_suffix(1);
    inner = trimmed(inner);
    auto word = trimmed(inner.substr(0, inner.find('|')));
    if (word.starts_with("$.")) word.remove_prefix(1);
    if (word == ".Release.Name" || word == ".Chart.Name") return std::string(module);
    if (word == ".Release.Namespace") return std::string(namespace_name);
    return std::string(1, expression);
  }

  /// The text of a value with its expressions evaluated as far as they are known.
  [[nodiscard]] std::string read(std::string_view value) const {
    std::string found;
    for (std::size_t at = 0; at < value.size();) {
      const auto close = value.substr(at).starts_with("{{") ? value.find("}}", at) : value.npos;
      if (close != value.npos) {
        found += value_of(value.substr(at + 2, close - at - 2));
        at = close + 2;
      } else {
        if (value[at] != '"' && value[at] != '\'') found += value[at];
        ++at;
      }
    }
    return found;
  }
};

std::size_t column_of(std::string_view text, std::size_t at) {
  const auto line = text.rfind('\n', at);
  return line == text.npos ? at : at - line - 1;
}

/// The value of a key of a mapping in braces; `at` is behind the first brace.
std::optional<std::string_view> key_in_braces(std::string_view text, std::size_t at, std::string_view key) {
  std::size_t depth = 1;
  for (; at < text.size() && depth > 0; ++at) {
    const auto rest = text.substr(at);
    if (rest.starts_with("{{")) {
      const auto close = text.find("}}", at);
      if (close == text.npos) return std::nullopt;
      at = close + 1;
    } else if (rest.front() == '{') {
      ++depth;
    } else if (rest.front() == '}') {
      --depth;
    } else if (depth == 1 && find_key(text, key, at) == at + key.size() + 1) {
      return value_at(text, at + key.size() + 1);
    } else if (depth == 1 && rest.front() == '"' && find_key(text, key, at) == at + key.size() + 3) {
      return value_at(text, at + key.size() + 3);
    }
  }
  return std::nullopt;
}

/// The value of a key of an indented mapping; `at` is the end of the line of its key, which is in `column`.
std::optional<std::string_view> key_in_lines(std::string_view text, std::size_t at, std::size_t column,
                                             std::string_view key) {
  std::optional<std::size_t> own_column;
  while (at < text.size()) {
    const auto begin = at + 1;
    at = std::min(text.find('\n', begin), text.size());
    if (begin >= text.size()) break;
    const auto line = text.substr(begin, at - begin);
    const auto indent = line.find_first_not_of(" \t");
    // Expressions on lines of their own may stand in any column.
    if (indent == line.npos || line[indent] == '#' || line.substr(indent).starts_with("{{")) continue;
    if (indent <= column) break;
    if (!own_column) own_column = indent;
    const auto word = line.substr(indent);
    if (indent == *own_column && word.starts_with(key) && word.substr(key.size()).starts_with(":"))
      return value_at(text, begin + indent + key.size() + 1);
  }
  return std::nullopt;
}

std::optional<std::string_view> key_of_metadata(std::string_view text, std::size_t behind, std::string_view key) {
  const auto rest = text.substr(behind, std::min(text.find('\n', behind), text.size()) - behind);
  const auto value = trimmed(rest);
  if (value.starts_with("{") && !value.starts_with("{{")) return key_in_braces(text, text.find('{', behind) + 1, key);
  const auto begin = text.rfind("metadata", behind);
  return key_in_lines(text, std::min(text.find('\n', behind), text.size()), column_of(text, begin), key);
}

void add_objects(std::vector<template_object>& to, std::string_view document, const known_words& words) {
  std::set<std::string> kinds;
  for (auto at = find_key(document, "kind", 0); at != document.npos; at = find_key(document, "kind", at)) {
    auto kind = words.read(value_at(document, at));
    if (!kind.empty() && kind.find(expression) == kind.npos) kinds.insert(std::move(kind));
  }
  if (kinds.empty()) return;
  for (auto at = find_key(document, "metadata", 0); at != document.npos; at = find_key(document, "metadata", at)) {
    const auto name = key_of_metadata(document, at, "name");
    if (!name) continue;
    auto read = words.read(*name);
    const bool is_whole = read.find(expression) == read.npos;
    if (read.empty() || (!is_whole && std::count_if(read.begin(), read.end(), is_letter) < own_letters_min)) continue;
    to.push_back({kinds, words.read(key_of_metadata(document, at, "namespace").value_or("")), std::move(read)});
  }
}

/// Whether a text has the form of a pattern, in which each expression stands for any text.
bool has_form(std::string_view text, std::string_view pattern) {
  const auto first = pattern.find(expression);
  if (first == pattern.npos) return text == pattern;
  if (!text.starts_with(pattern.substr(0, first))) return false;
  text.remove_prefix(first);
  pattern.remove_prefix(first + 1);
  while (true) {
    const auto next = pattern.find(expression);
    if (next == pattern.npos) return text.ends_with(pattern);
    const auto at = text.find(pattern.substr(0, next));
    if (at == text.npos) return false;
    text.remove_prefix(at + next);
    pattern.remove_prefix(next + 1);
  }
}

} // namespace

std::vector<template_object> objects_in_template(std::string_view text, std::string_view module,
                                                 std::string_view namespace_name) {
  std::vector<template_object> found;
  const known_words words{module, namespace_name};
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = text.find("\n---", begin);
    add_objects(found, text.substr(begin, end == text.npos ? end : end - begin), words);
    begin = end == text.npos ? text.size() : end + 4;
  }
  return found;
}

bool may_be(const template_object& x, const manifest_object& object, std::string_view namespace_name) {
  if (!x.kinds.contains(object.kind) || !has_form(object.name, x.name)) return false;
  // A kind without namespaces.
  if (object.namespace_name.empty()) return true;
  return x.namespace_name.empty() ? object.namespace_name == namespace_name
                                  : has_form(object.namespace_name, x.namespace_name);
}

} // namespace core::releases
