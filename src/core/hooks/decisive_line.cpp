#include "core/hooks/decisive_line.hpp"

#include "base/excerpt.hpp"
#include "core/hooks/stderr_failures.hpp"
#include "text/plain/secret_text.hpp"

#include <algorithm>
#include <vector>

namespace core::hooks {

namespace {

constexpr std::size_t bytes_max = 600;
constexpr std::string_view traceback = "Traceback (most recent call last)";

/// The lines that are not empty.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (const auto line = text.substr(0, end); !base::trimmed(line).empty()) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_indented(std::string_view line) {
  return line.starts_with(' ') || line.starts_with('\t');
}

/// The exception of the last traceback: the first line behind its frames, which are indented. Frames may
/// follow a line of another traceback, so the last is looked for.
std::string_view exception_of(const std::vector<std::string_view>& lines) {
  const auto last =
    std::find_if(lines.rbegin(), lines.rend(), [](auto line) { return line.find(traceback) != line.npos; });
  if (last == lines.rend()) return {};
  const auto exception = std::find_if(last.base(), lines.end(), [](auto line) { return !is_indented(line); });
  return exception == lines.end() ? std::string_view() : *exception;
}

std::string_view line_of(const std::vector<std::string_view>& lines, std::string_view script) {
  if (const auto exception = exception_of(lines); !exception.empty()) return exception;
  const auto named =
    std::find_if(lines.rbegin(), lines.rend(), [&](auto line) { return !failure_in_line(line, script).empty(); });
  if (named != lines.rend()) return *named;
  const auto own = std::find_if(lines.rbegin(), lines.rend(), [](auto line) { return !is_shown_command(line); });
  return own == lines.rend() ? std::string_view() : *own;
}

} // namespace

std::string decisive_line(std::string_view words, std::string_view script) {
  // Before the line is chosen: a line alone may not show that it belongs to a Secret.
  const auto harmless = text::without_secrets(words);
  return base::excerpt(base::trimmed(line_of(lines_of(harmless), script)), bytes_max);
}

} // namespace core::hooks
