#include "core/hooks/script_stderr.hpp"

#include "base/excerpt.hpp"
#include "core/hooks/stderr_failures.hpp"
#include "text/plain/secret_text.hpp"

#include <cstddef>

namespace core::hooks {

namespace {

constexpr std::size_t bytes_max = 2000;

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

} // namespace

std::string script_words(std::string_view standard_error) {
  std::string words;
  while (!standard_error.empty()) {
    const auto line = take_line(standard_error);
    // `set -x` writes each command to stderr; such a line is not an error of the script.
    if (base::trimmed(line).empty() || is_shown_command(line)) continue;
    words.append(words.empty() ? "" : "\n").append(line);
  }
  // Secrets are removed before the cut, because the cut could remove the word that marks a secret.
  return std::string(base::last_bytes(text::without_secrets(words), bytes_max));
}

std::string doubt_of_no(std::string_view words, std::string_view script, std::string_view failure) {
  const std::string doubt = "its enabled script said no, but wrote to stderr";
  if (!failure.empty()) return doubt + " (" + std::string(failure) + ")";
  while (!words.empty()) {
    const auto line = take_line(words);
    const auto number = line_number(line, script);
    if (number.empty()) continue;
    const auto named = failure_at_end(line);
    return doubt + " (line " + std::string(number) + (named.empty() ? std::string() : ": " + named) + ")";
  }
  return doubt;
}

void run_words::add(std::string_view line) {
  if (doubt_.empty()) doubt_ = failure_in_line(line, script_);
}

} // namespace core::hooks
