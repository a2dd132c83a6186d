#include "core/cel/escaped_name.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace core::cel {
namespace {

constexpr std::string_view mark = "__";

constexpr std::pair<std::string_view, std::string_view> escapes[] = {
  {"__dash__", "-"},
  {"__dot__", "."},
  {"__slash__", "/"},
  {"__underscores__", "__"},
};

constexpr std::array<std::string_view, 21> reserved_words{
  "true", "false",  "null", "in",   "as",      "break",     "const",  "continue", "else", "for",   "function",
  "if",   "import", "let",  "loop", "package", "namespace", "return", "var",      "void", "while",
};

} // namespace

std::string unescaped_name(std::string_view name) {
  if (name.find(mark) == name.npos) return std::string(name);
  if (name.starts_with(mark) && name.ends_with(mark) && name.size() > 2 * mark.size()) {
    const auto word = name.substr(mark.size(), name.size() - 2 * mark.size());
    if (std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end()) return std::string(word);
  }
  std::string plain;
  while (!name.empty()) {
    const auto* found =
      std::find_if(std::begin(escapes), std::end(escapes), [&](const auto& x) { return name.starts_with(x.first); });
    const bool is_escape = found != std::end(escapes);
    plain += is_escape ? found->second : name.substr(0, 1);
    name.remove_prefix(is_escape ? found->first.size() : 1);
  }
  return plain;
}

} // namespace core::cel
