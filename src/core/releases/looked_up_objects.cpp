#include "core/releases/looked_up_objects.hpp"

#include <algorithm>

namespace core::releases {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Takes the next argument off `text`; the result is empty if the argument is no plain literal.
std::string_view take_argument(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  if (text.empty() || text.starts_with("}}") || text.front() == ')' || text.front() == '|') return {};
  if (const char quote = text.front(); quote == '"' || quote == '`') {
    const auto end = text.find(quote, 1);
    const auto literal = end == text.npos ? std::string_view() : text.substr(1, end - 1);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    return literal.find_first_of("\\\n\"") == literal.npos ? literal : std::string_view();
  }
  // A variable, a field, or an expression in brackets.
  std::size_t end = 0;
  for (int depth = 0; end < text.size(); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth <= 0) {
      end += depth == 0 ? 1 : 0;
      break;
    }
    if (depth == 0 && (blanks.find(text[end]) != blanks.npos || text.substr(end).starts_with("}}"))) break;
  }
  text.remove_prefix(end);
  return {};
}

bool is_in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

} // namespace

std::set<std::string> looked_up_objects(std::string_view text) {
  constexpr std::string_view word = "lookup";
  std::set<std::string> found;
  const auto first = text.find("{{");
  if (first == text.npos) return found;
  for (auto at = text.find(word, first); at != text.npos && found.size() < looked_up_max;
       at = text.find(word, at + 1)) {
    auto rest = text.substr(at + word.size());
    if (is_in_word(text[at - 1]) || rest.empty() || blanks.find(rest.front()) == blanks.npos) continue;
    static_cast<void>(take_argument(rest)); // apiVersion
    const std::string kind(take_argument(rest));
    const std::string namespace_name(take_argument(rest));
    const std::string name(take_argument(rest));
    if (kind.empty()) continue;
    found.insert(name.empty() ? kind : kind + " " + (namespace_name.empty() ? name : namespace_name + "/" + name));
  }
  return found;
}

} // namespace core::releases
