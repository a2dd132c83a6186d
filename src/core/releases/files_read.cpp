#include "core/releases/files_read.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <optional>

namespace core::releases {

namespace {

constexpr std::string_view all_files = "**";

bool is_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view take_word(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_word);
  const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  return word;
}

/// The string literal at the beginning, without escapes; nullopt: there is another argument.
std::optional<std::string> literal_at(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n("), text.size()));
  if (text.empty() || (text.front() != '"' && text.front() != '`')) return std::nullopt;
  const auto end = text.find(text.front(), 1);
  if (end == text.npos || text.substr(0, end).find('\\') != text.npos) return std::nullopt;
  return std::string(text.substr(1, end - 1));
}

/// @param rest the text behind `.Files`
void add_use(files_read& to, std::string_view rest) {
  if (!rest.starts_with('.')) {
    to.patterns.emplace(all_files);
    return;
  }
  rest.remove_prefix(1);
  const auto method = take_word(rest);
  const auto argument = literal_at(rest);
  if (method == "Glob")
    to.patterns.insert(argument.value_or(std::string(all_files)));
  else if (method != "Get" && method != "GetBytes" && method != "Lines")
    to.patterns.emplace(all_files);
  else if (argument)
    to.names.insert(*argument);
  else
    to.any_computed = true;
}

/// A pattern of Helm also knows `**` and `{a,b}`, where the beginning of the path decides here.
bool matches(const std::string& pattern, const std::string& path) {
  const auto special = pattern.find("**") != pattern.npos ? pattern.find("**") : pattern.find('{');
  if (special == pattern.npos) return ::fnmatch(pattern.c_str(), path.c_str(), FNM_PATHNAME) == 0;
  const auto begin = pattern.substr(0, std::min(special, pattern.find_first_of("*?[{")));
  return path.starts_with(begin);
}

bool is_matched(const files_read& x, const std::string& path) {
  return std::any_of(x.patterns.begin(), x.patterns.end(), [&](const auto& one) { return matches(one, path); });
}

} // namespace

files_read& files_read::operator|=(const files_read& x) {
  names.insert(x.names.begin(), x.names.end());
  patterns.insert(x.patterns.begin(), x.patterns.end());
  any_computed = any_computed || x.any_computed;
  return *this;
}

files_read files_read_in(std::string_view text) {
  constexpr std::string_view word = ".Files";
  files_read x;
  if (text.find("{{") == text.npos) return x;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto rest = text.substr(at + word.size());
    if (rest.empty() || !is_word(rest.front())) add_use(x, rest);
  }
  return x;
}

bool may_read(const files_read& x, const std::string& path) {
  return x.names.contains(path) || is_matched(x, path) || (x.any_computed && path.find('/') != path.npos);
}

bool may_miss(const files_read& x, const std::string& path, const std::vector<std::string>& files) {
  if (x.names.contains(path)) return true;
  if (!is_matched(x, path)) return x.any_computed && path.find('/') != path.npos;
  return std::any_of(x.patterns.begin(), x.patterns.end(), [&](const auto& pattern) {
    return pattern != all_files && matches(pattern, path)
           && std::none_of(files.begin(), files.end(), [&](const auto& file) { return matches(pattern, file); });
  });
}

} // namespace core::releases
