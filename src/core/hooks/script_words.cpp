#include "core/hooks/script_words.hpp"

#include "base/excerpt.hpp"
#include "text/plain/secret_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace core::hooks {

namespace {

constexpr std::size_t bytes_max = 2000;
/// The words by which shells and the tools in them name a failure, at the end of a line. Go writes the words
/// of the system with a small letter.
constexpr std::array<std::string_view, 17> failures{"command not found",
                                                    "not found",
                                                    "No such file or directory",
                                                    "Permission denied",
                                                    "unbound variable",
                                                    "syntax error",
                                                    "No space left on device",
                                                    "Read-only file system",
                                                    "Disk quota exceeded",
                                                    "Cannot allocate memory",
                                                    "Too many open files",
                                                    "no such file or directory",
                                                    "permission denied",
                                                    "Input/output error",
                                                    "Stale file handle",
                                                    "Exec format error",
                                                    "Resource temporarily unavailable"};
/// The words at the beginning of a line by which tools say that they have failed.
constexpr std::array<std::string_view, 10> tool_failures{"Unable to connect to the server",
                                                         "The connection to the server",
                                                         "jq: error",
                                                         "jq: parse error",
                                                         "curl: (",
                                                         "error: You must be logged in to the server",
                                                         "error: the server doesn't have a resource type",
                                                         "ModuleNotFoundError",
                                                         "wget: unable to resolve host address",
                                                         "Unable to locate credentials"};
constexpr std::string_view server_error = "Error from server (";
/// Answers of the API server about an object, which a hook may have asked for.
constexpr std::array<std::string_view, 3> server_answers{"NotFound", "AlreadyExists", "Conflict"};

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

/// A command that `set -x` shows: `+ echo a`, `++ date`.
bool is_shown_command(std::string_view line) {
  const auto end = line.find_first_not_of('+');
  return end > 0 && end != line.npos && line[end] == ' ';
}

/// The number in `SCRIPT: line 3: …` (bash), `SCRIPT: 3: …` (dash) and `File "SCRIPT", line 3` (Python);
/// empty: no number.
std::string_view line_number(std::string_view line, std::string_view script) {
  const auto at = line.find(script);
  if (at == line.npos) return {};
  line.remove_prefix(at + script.size());
  for (const std::string_view before : {": line ", "\", line ", ": "}) {
    if (!line.starts_with(before)) continue;
    const auto rest = line.substr(before.size());
    const auto end = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (end > 0) return rest.substr(0, end);
  }
  return {};
}

/// The word of bash for a command that a signal has ended: `a.sh: line 3: 123 Killed jq .`. A script itself
/// ends background jobs by SIGTERM, so `Terminated` is no failure.
std::string_view signal_of(std::string_view line, std::string_view number) {
  constexpr std::array<std::string_view, 5> signals{"Killed", "Aborted", "Segmentation fault", "Bus error",
                                                    "Illegal instruction"};
  if (number.empty()) return {};
  // `number` is a part of the line.
  line.remove_prefix(static_cast<std::size_t>(number.data() - line.data()) + number.size());
  const auto process = line.find_first_not_of(": ");
  if (process == line.npos || !line.starts_with(": ")) return {};
  line.remove_prefix(process);
  const auto end = line.find_first_not_of("0123456789");
  if (end == 0 || end == line.npos) return {};
  line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
  const auto known =
    std::find_if(signals.begin(), signals.end(), [&](std::string_view x) { return line.starts_with(x); });
  return known == signals.end() ? std::string_view() : *known;
}

std::string_view failure_of(std::string_view line) {
  const auto known = std::find_if(failures.begin(), failures.end(),
                                  [&](std::string_view x) { return base::trimmed(line).ends_with(x); });
  return known == failures.end() ? std::string_view() : *known;
}

/// The reason in kubectl's `Error from server (Forbidden): …`; empty for an answer about an object, and for
/// other text.
std::string server_failure_of(std::string_view line) {
  const auto end = std::min(line.find(')'), line.size());
  const auto reason = line.substr(server_error.size(), end - server_error.size());
  const bool is_word =
    std::all_of(reason.begin(), reason.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
  const bool is_answer = std::find(server_answers.begin(), server_answers.end(), reason) != server_answers.end();
  return is_word && !is_answer ? std::string(server_error) + std::string(reason) + ")" : std::string();
}

std::string failure_of_run(std::string_view line) {
  if (line.starts_with(server_error)) return server_failure_of(line);
  const auto tool =
    std::find_if(tool_failures.begin(), tool_failures.end(), [&](std::string_view x) { return line.starts_with(x); });
  if (tool != tool_failures.end()) return std::string(*tool == "curl: (" ? std::string_view("curl") : *tool);
  const auto failure = failure_of(line);
  // `sh: 3: jq: not found`, unlike a message about anything else that was not found.
  return failure == "not found" && !line.ends_with(": not found") ? std::string() : std::string(failure);
}

} // namespace

std::string script_words(std::string_view standard_error) {
  std::string words;
  while (!standard_error.empty()) {
    const auto line = take_line(standard_error);
    // `set -x` writes each command to stderr. A script that is only traced does not report an error.
    if (base::trimmed(line).empty() || is_shown_command(line)) continue;
    words.append(words.empty() ? "" : "\n").append(line);
  }
  // Secrets first: a cut may take away the word by which a secret is known.
  return std::string(base::last_bytes(text::without_secrets(words), bytes_max));
}

std::string doubt_of_no(std::string_view words, std::string_view script) {
  const std::string doubt = "its enabled script said no, but wrote to stderr";
  while (!words.empty()) {
    const auto line = take_line(words);
    const auto number = line_number(line, script);
    if (number.empty()) continue;
    const auto failure = failure_of(line);
    return doubt + " (line " + std::string(number) + (failure.empty() ? std::string() : ": " + std::string(failure))
           + ")";
  }
  return doubt;
}

std::string doubt_of_run(std::string_view standard_error, std::string_view script) {
  while (!standard_error.empty()) {
    const auto line = base::trimmed(take_line(standard_error));
    if (is_shown_command(line)) continue;
    const auto number = line_number(line, script);
    auto failure = failure_of_run(line);
    if (failure.empty()) failure = signal_of(line, number);
    if (failure.empty()) continue;
    return (number.empty() ? std::string() : "line " + std::string(number) + ": ") + failure;
  }
  return {};
}

} // namespace core::hooks
