#include "core/lint/finding.hpp"

#include <charconv>
#include <string_view>

namespace core::lint {
namespace {

constexpr std::string_view line_word = "line ";
constexpr std::string_view remark_begin = "lint: off ";

/// Whether a path that begins in `message` may end before this letter.
bool ends_path(char x) {
  return x == ':' || x == ' ' || x == ',' || x == ';' || x == '\'' || x == '"' || x == '\n' || x == '(' || x == ')';
}

} // namespace

std::optional<std::size_t> line_in(const std::string& message, const std::string& path) {
  const auto named = path.empty() ? 0 : message.find(path);
  if (named == std::string::npos) return std::nullopt;
  const auto at = message.find(line_word, named + path.size());
  if (at == std::string::npos) return std::nullopt;
  std::size_t line = 0;
  const auto* begin = message.data() + at + line_word.size();
  const auto read = std::from_chars(begin, message.data() + message.size(), line);
  if (read.ec != std::errc() || line == 0) return std::nullopt;
  return line;
}

std::string path_in(const std::string& message, const std::string& root) {
  const auto begin = message.find(root + "/");
  if (root.empty() || begin == std::string::npos) return {};
  auto end = begin + root.size() + 1;
  while (end < message.size() && !ends_path(message[end])) ++end;
  while (end > begin && (message[end - 1] == '.' || message[end - 1] == '/')) --end;
  return message.substr(begin, end - begin);
}

bool silences(const std::string& file, rule kind) {
  const auto code = facts_of(kind).code;
  for (auto at = file.find(remark_begin); at != std::string::npos; at = file.find(remark_begin, at + 1)) {
    const auto end = file.find('\n', at);
    const auto from = at + remark_begin.size();
    const auto rest = std::string_view(file).substr(from, end == std::string::npos ? end : end - from);
    if (!rest.starts_with(code)) continue;
    const auto reason = rest.substr(code.size());
    if (reason.starts_with(' ') && reason.find_first_not_of(" \r\t") != std::string_view::npos) return true;
  }
  return false;
}

} // namespace core::lint
